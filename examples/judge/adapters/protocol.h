/* What the adapters in C share: the questions and answers of urispec judge, in JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes is a string of a question; data is NULL if the question does not have it. */
typedef struct {
	char *data;
	size_t length;
} Bytes;

static size_t put_rune(char *to, unsigned rune) {
	if (rune < 0x80) return to[0] = rune, 1;
	if (rune < 0x800) return to[0] = 0xC0 | rune >> 6, to[1] = 0x80 | (rune & 0x3F), 2;
	if (rune < 0x10000) return to[0] = 0xE0 | rune >> 12, to[1] = 0x80 | (rune >> 6 & 0x3F), to[2] = 0x80 | (rune & 0x3F), 3;
	return to[0] = 0xF0 | rune >> 18, to[1] = 0x80 | (rune >> 12 & 0x3F), to[2] = 0x80 | (rune >> 6 & 0x3F), to[3] = 0x80 | (rune & 0x3F), 4;
}

/* read_string reads the JSON string that begins at *at, and moves *at after it. */
static Bytes read_string(const char **at) {
	const char *p = *at + 1;
	Bytes b = {malloc(strlen(p) + 1), 0};
	while (*p && *p != '"') {
		unsigned rune, low;
		if (*p != '\\') {
			b.data[b.length++] = *p++;
			continue;
		}
		p++;
		switch (*p) {
		case 'b': b.data[b.length++] = '\b'; break;
		case 'f': b.data[b.length++] = '\f'; break;
		case 'n': b.data[b.length++] = '\n'; break;
		case 'r': b.data[b.length++] = '\r'; break;
		case 't': b.data[b.length++] = '\t'; break;
		case 'u':
			sscanf(p + 1, "%4x", &rune), p += 4;
			if (rune >= 0xD800 && rune < 0xDC00 && sscanf(p + 1, "\\u%4x", &low) == 1)
				rune = 0x10000 + ((rune - 0xD800) << 10) + (low - 0xDC00), p += 6;
			b.length += put_rune(b.data + b.length, rune);
			break;
		default: b.data[b.length++] = *p;
		}
		p++;
	}
	b.data[b.length] = 0;
	*at = p + 1;
	return b;
}

static void decode_base64(Bytes *b) {
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t length = 0;
	unsigned bits = 0, have = 0;
	for (char *p = b->data; *p && *p != '='; p++) {
		bits = bits << 6 | (unsigned)(strchr(digits, *p) - digits), have += 6;
		if (have >= 8) b->data[length++] = (char)(bits >> (have -= 8) & 0xFF);
	}
	b->data[b->length = length] = 0;
}

/* read_question reads a line of standard input, an object of strings. It returns 0 at the end. */
static int read_question(Bytes *input, Bytes *base) {
	static char *line;
	static size_t room;
	if (getline(&line, &room, stdin) < 0) return 0;
	input->data = base->data = NULL;
	for (const char *p = strchr(line, '{'); (p = strchr(p, '"'));) {
		Bytes key = read_string(&p);
		if (!(p = strchr(p, '"'))) break;
		Bytes value = read_string(&p);
		char *coded = strstr(key.data, "_base64");
		if (coded) *coded = 0, decode_base64(&value);
		Bytes *to = !strcmp(key.data, "input") ? input : !strcmp(key.data, "base") ? base : NULL;
		free(key.data);
		if (to) *to = value;
		else free(value.data);
	}
	return 1;
}

static int is_utf8(const unsigned char *p, size_t length) {
	for (const unsigned char *end = p + length; p < end;) {
		size_t more = *p < 0x80 ? 0 : *p >= 0xC2 && *p < 0xE0 ? 1 : *p >= 0xE0 && *p < 0xF0 ? 2 : *p >= 0xF0 && *p < 0xF5 ? 3 : 9;
		if (more == 9 || (size_t)(end - p) <= more) return 0;
		if ((*p == 0xE0 && p[1] < 0xA0) || (*p == 0xED && p[1] > 0x9F) || (*p == 0xF0 && p[1] < 0x90) || (*p == 0xF4 && p[1] > 0x8F)) return 0;
		for (p++; more; more--) if ((*p++ & 0xC0) != 0x80) return 0;
	}
	return 1;
}

static int keys; /* of the answer so far */

static void put_key(const char *key) { printf("%c\"%s\":", keys++ ? ',' : '{', key); }

/* put_json writes a key and a value that is JSON. */
static void put_json(const char *key, const char *value) {
	put_key(key);
	fputs(value, stdout);
}

/* put writes a key and a string, or null if data is NULL. Bytes that are not UTF-8 have no place
   in JSON, and are left out. */
static void put(const char *key, const char *data, size_t length) {
	if (!data) {
		put_json(key, "null");
		return;
	}
	if (!is_utf8((const unsigned char *)data, length)) return;
	put_key(key);
	putchar('"');
	for (size_t i = 0; i < length; i++) {
		unsigned char c = data[i];
		if (c < 0x20 || c == '"' || c == '\\') printf("\\u%04x", c);
		else putchar(c);
	}
	putchar('"');
}

/* end_answer ends the line, and sends it. */
static void end_answer(void) {
	puts(keys ? "}" : "{}");
	keys = 0;
	fflush(stdout);
}
