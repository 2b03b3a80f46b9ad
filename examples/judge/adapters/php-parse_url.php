<?php
// PHP's parse_url.
//
// valid: parse_url does not return false. The manual says that it is not meant to validate.
// Not answered: the offset; targets, because PHP before 8.5 resolves nothing. user and pass are given
// as one userinfo, a port as the number that parse_url makes of it, a path that is missing as "".

function text(array $question, string $key): ?string
{
    $coded = $question[$key . '_base64'] ?? null;
    return $coded === null ? $question[$key] ?? null : base64_decode($coded);
}

function components(string $text): array
{
    $u = parse_url($text);
    if ($u === false) {
        return ['valid' => false];
    }
    $userinfo = $u['user'] ?? null;
    if (isset($u['pass'])) {
        $userinfo .= ':' . $u['pass'];
    }
    $answer = [
        'scheme' => $u['scheme'] ?? null,
        'userinfo' => $userinfo,
        'host' => $u['host'] ?? null,
        'port' => isset($u['port']) ? (string) $u['port'] : null,
        'path' => $u['path'] ?? '',
        'query' => $u['query'] ?? null,
        'fragment' => $u['fragment'] ?? null,
    ];
    // Bytes that are not UTF-8 have no place in JSON.
    $answer = array_filter($answer, fn ($value) => $value === null || preg_match('//u', $value));
    return ['valid' => true] + $answer;
}

while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true, 16, JSON_THROW_ON_ERROR);
    $asked = text($question, 'base') === null;
    $answer = $asked ? components(text($question, 'input')) : new stdClass();
    echo json_encode($answer, JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR), "\n";
}
