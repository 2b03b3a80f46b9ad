/* liburiparser: uriParseSingleUriExA and the fields of its result; uriAddBaseUriA for targets.
 *
 * valid: it returns URI_SUCCESS; if not, offset is the position that it reports.
 * Segments of the path are joined with the slashes that uriToStringA writes, and an IP literal gets
 * its brackets back, as there.
 */
#include <uriparser/Uri.h>
#include "protocol.h"

static void put_range(const char *key, UriTextRangeA range) { put(key, range.first, range.afterLast - range.first); }

static void put_host(const UriUriA *u) {
	size_t length = u->hostText.afterLast - u->hostText.first;
	if (!u->hostData.ip6 && !u->hostData.ipFuture.first) {
		put_range("host", u->hostText);
		return;
	}
	char *host = malloc(length + 2);
	host[0] = '[';
	memcpy(host + 1, u->hostText.first, length);
	host[length + 1] = ']';
	put("host", host, length + 2);
	free(host);
}

static void put_path(const UriUriA *u, size_t at_most) {
	char *path = malloc(at_most + 2);
	size_t length = 0;
	if (u->absolutePath || (u->pathHead && u->hostText.first)) path[length++] = '/';
	for (UriPathSegmentA *s = u->pathHead; s; s = s->next) {
		size_t n = s->text.afterLast - s->text.first;
		memcpy(path + length, s->text.first, n);
		length += n;
		if (s->next) path[length++] = '/';
	}
	put("path", path, length);
	free(path);
}

static void components(Bytes input) {
	UriUriA u;
	const char *at;
	if (uriParseSingleUriExA(&u, input.data, input.data + input.length, &at) != URI_SUCCESS) {
		char offset[24];
		sprintf(offset, "%ld", (long)(at - input.data));
		put_json("valid", "false");
		put_json("offset", offset);
		return;
	}
	put_json("valid", "true");
	put_range("scheme", u.scheme);
	put_range("userinfo", u.userInfo);
	put_host(&u);
	put_range("port", u.portText);
	put_path(&u, input.length);
	put_range("query", u.query);
	put_range("fragment", u.fragment);
	uriFreeUriMembersA(&u);
}

/* target writes the target as URI_FUNC(ToString) has it, or null. */
static void target(Bytes input, Bytes base) {
	UriUriA r, b, t;
	const char *at;
	char *text = NULL;
	int length = 0;
	if (uriParseSingleUriExA(&r, input.data, input.data + input.length, &at) == URI_SUCCESS) {
		if (uriParseSingleUriExA(&b, base.data, base.data + base.length, &at) == URI_SUCCESS) {
			if (uriAddBaseUriA(&t, &r, &b) == URI_SUCCESS) {
				if (uriToStringCharsRequiredA(&t, &length) == URI_SUCCESS) {
					text = malloc(length + 1);
					uriToStringA(text, &t, length + 1, NULL);
				}
				uriFreeUriMembersA(&t);
			}
			uriFreeUriMembersA(&b);
		}
		uriFreeUriMembersA(&r);
	}
	put("target", text, length);
	free(text);
}

int main(void) {
	Bytes input, base;
	while (read_question(&input, &base)) {
		if (base.data) target(input, base);
		else components(input);
		end_answer();
		free(input.data);
		free(base.data);
	}
}
