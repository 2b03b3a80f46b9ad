import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * java.net.URI: the constructor and the getRaw methods; resolve for targets.
 *
 * valid: new URI throws no URISyntaxException; if it does, offset is its index, in bytes.
 * Where it throws another exception, as for "//[::99999999999.0.0.0]", the adapter ends, and judge says so.
 * Not answered: the offset where the index is -1; input that is not UTF-8, because the constructor
 * takes text. The scheme-specific part of an opaque URI is given as its path. A port of -1 is null.
 */
class JavaURI {
    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        var out = new PrintStream(System.out, true, UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            var answer = new StringBuilder("{");
            try {
                var question = new Question(line);
                String input = question.text("input"), base = question.text("base");
                if (base == null) {
                    components(answer, input);
                } else {
                    target(answer, input, base);
                }
            } catch (CharacterCodingException e) {
                answer.setLength(1);
            }
            out.println(answer.append("}"));
        }
    }

    static void components(StringBuilder answer, String input) {
        try {
            var u = new URI(input);
            answer.append("\"valid\":true");
            put(answer, "scheme", u.getScheme());
            put(answer, "userinfo", u.getRawUserInfo());
            put(answer, "host", u.getHost());
            put(answer, "port", u.getPort() < 0 ? null : Integer.toString(u.getPort()));
            put(answer, "path", u.isOpaque() ? u.getRawSchemeSpecificPart() : u.getRawPath());
            put(answer, "query", u.getRawQuery());
            put(answer, "fragment", u.getRawFragment());
        } catch (URISyntaxException e) {
            answer.append("\"valid\":false");
            if (e.getIndex() >= 0) {
                answer.append(",\"offset\":").append(input.substring(0, e.getIndex()).getBytes(UTF_8).length);
            }
        }
    }

    static void target(StringBuilder answer, String input, String base) {
        String target = null;
        try {
            target = new URI(base).resolve(new URI(input)).toString();
        } catch (URISyntaxException e) {
            // there is no target
        }
        put(answer, "target", target);
    }

    static void put(StringBuilder answer, String key, String value) {
        answer.append(answer.length() > 1 ? ",\"" : "\"").append(key).append("\":");
        if (value == null) {
            answer.append("null");
            return;
        }
        answer.append('"');
        for (char c : value.toCharArray()) {
            if (c < 0x20 || c == '"' || c == '\\' || Character.isSurrogate(c)) {
                answer.append(String.format("\\u%04x", (int) c));
            } else {
                answer.append(c);
            }
        }
        answer.append('"');
    }
}

/** A question: an object of strings in JSON, for which Java has no reader. */
class Question {
    private final String line;
    private final Map<String, String> strings = new HashMap<>();
    private int at;

    Question(String line) {
        this.line = line;
        for (String key; (key = string()) != null; ) {
            strings.put(key, string());
        }
    }

    /** text returns the string of a key, or null. */
    String text(String key) throws CharacterCodingException {
        String coded = strings.get(key + "_base64");
        return coded == null ? strings.get(key) : UTF_8.newDecoder().decode(ByteBuffer.wrap(Base64.getDecoder().decode(coded))).toString();
    }

    /** string reads the next string of the line; null if there is none. */
    private String string() {
        at = line.indexOf('"', at) + 1;
        if (at == 0) {
            at = line.length();
            return null;
        }
        var text = new StringBuilder();
        for (; line.charAt(at) != '"'; at++) {
            char c = line.charAt(at);
            if (c == '\\') {
                c = line.charAt(++at);
                switch (c) {
                    case 'b' -> c = '\b';
                    case 'f' -> c = '\f';
                    case 'n' -> c = '\n';
                    case 'r' -> c = '\r';
                    case 't' -> c = '\t';
                    case 'u' -> {
                        c = (char) Integer.parseInt(line.substring(at + 1, at + 5), 16);
                        at += 4;
                    }
                    default -> { }
                }
            }
            text.append(c);
        }
        at++;
        return text.toString();
    }
}
