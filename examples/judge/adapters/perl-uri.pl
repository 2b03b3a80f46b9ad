# Perl's URI: URI->new and its accessors; new_abs for targets.
#
# valid: only "no" is answered, if URI->new dies; it takes nearly every string, and escapes what it
# finds unsafe.
# Not answered: the offset; userinfo, host and port of a scheme for which URI has no such method,
# and of a reference without a scheme; a port that is the default one, because port returns that
# also where none is written. host is as the method gives it, which is unescaped.
use strict;
use warnings;
use JSON::PP;
use MIME::Base64;
use URI;

$| = 1;
my $json = JSON::PP->new->utf8;

# bytes is a string of the question as bytes.
sub bytes {
    my ($question, $key) = @_;
    return decode_base64($question->{$key . "_base64"}) if exists $question->{$key . "_base64"};
    return undef unless exists $question->{$key};
    my $text = $question->{$key};
    utf8::encode($text);
    return $text;
}

sub components {
    my $u = URI->new(shift);
    my %answer = (scheme => $u->scheme, fragment => $u->fragment);
    if ($u->can("query")) {
        @answer{"path", "query"} = ($u->path, $u->query);
    } else {
        $answer{path} = $u->opaque;
    }
    if ($u->can("host")) {
        $answer{userinfo} = $u->userinfo if $u->can("userinfo");
        $answer{host} = $u->host;
        $answer{port} = $u->port if $u->can("port") && defined $u->port && $u->port ne ($u->default_port // "");
    }
    # Bytes that are not UTF-8 have no place in JSON.
    for my $name (keys %answer) {
        delete $answer{$name} if defined $answer{$name} && !utf8::decode($answer{$name});
    }
    return \%answer;
}

while (my $line = <STDIN>) {
    my $question = $json->decode($line);
    my ($input, $base) = (bytes($question, "input"), bytes($question, "base"));
    my $answer;
    if (defined $base) {
        my $target = eval { URI->new_abs($input, $base)->as_string };
        $answer = !defined $target || utf8::decode($target) ? { target => $target } : {};
    } else {
        $answer = eval { components($input) } // { valid => JSON::PP::false };
    }
    print $json->encode($answer), "\n";
}
