# Ruby's URI: URI.parse for the verdict, URI.split for components; URI.join for targets.
#
# valid: URI.parse raises no URI::Error.
# Not answered: the offset; components of an input that is refused. The opaque part of a URI such
# as mailto:a is given as its path. Ports are as URI.split has them, not the defaults of a scheme.
require 'json'
require 'uri'

$stdout.sync = true

def bytes(question, key)
  coded = question["#{key}_base64"]
  coded ? coded.unpack1('m') : question[key]
end

def components(text)
  URI.parse(text)
  scheme, userinfo, host, port, _, path, opaque, query, fragment = URI.split(text)
  answer = { valid: true, scheme: scheme, userinfo: userinfo, host: host, port: port,
             path: opaque || path || '', query: query, fragment: fragment }
  answer.select { |_, value| !value.is_a?(String) || value.dup.force_encoding('UTF-8').valid_encoding? }
rescue URI::Error
  { valid: false }
end

$stdin.each_line do |line|
  question = JSON.parse(line)
  input, base = bytes(question, 'input'), bytes(question, 'base')
  answer =
    if base
      begin
        { target: URI.join(base, input).to_s }
      rescue URI::Error
        { target: nil }
      end
    else
      components(input)
    end
  puts JSON.generate(answer)
end
