/* libcurl's URL API: curl_url_set of the whole URL, and curl_url_get of the parts.
 *
 * valid: curl_url_set returns CURLUE_OK, with CURLU_NON_SUPPORT_SCHEME, so that schemes that curl cannot
 * fetch are taken, and CURLU_PATH_AS_IS, so that dots in the path stay (but not for targets). The API
 * takes absolute URLs with an authority only: a refused input that does not begin with a scheme and
 * "://" gets no verdict.
 * Not answered: the offset; input with NUL, because the API takes C strings. user and password are
 * given as one userinfo. Where the API has no part for an empty component, the answer is null, so it
 * is lost. For a target, the reference is set on a handle that has the base.
 */
#include <ctype.h>
#include <curl/curl.h>
#include "protocol.h"

static int has_authority(const char *s) {
	if (!isalpha((unsigned char)*s)) return 0;
	while (isalnum((unsigned char)*s) || *s == '+' || *s == '-' || *s == '.') s++;
	return !strncmp(s, "://", 3);
}

static char *part(CURLU *u, CURLUPart what) {
	char *text = NULL;
	curl_url_get(u, what, &text, 0);
	return text;
}

static void put_part(CURLU *u, const char *key, CURLUPart what) {
	char *text = part(u, what);
	put(key, text, text ? strlen(text) : 0);
	curl_free(text);
}

static void put_userinfo(CURLU *u) {
	char *user = part(u, CURLUPART_USER), *password = part(u, CURLUPART_PASSWORD);
	size_t length = (user ? strlen(user) : 0) + (password ? strlen(password) + 1 : 0);
	char *text = malloc(length + 1);
	sprintf(text, "%s%s%s", user ? user : "", password ? ":" : "", password ? password : "");
	put("userinfo", user || password ? text : NULL, length);
	free(text);
	curl_free(user);
	curl_free(password);
}

static void components(CURLU *u, const char *input) {
	if (curl_url_set(u, CURLUPART_URL, input, CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS) != CURLUE_OK) {
		if (has_authority(input)) put_json("valid", "false");
		return;
	}
	put_json("valid", "true");
	put_part(u, "scheme", CURLUPART_SCHEME);
	put_userinfo(u);
	put_part(u, "host", CURLUPART_HOST);
	put_part(u, "port", CURLUPART_PORT);
	put_part(u, "path", CURLUPART_PATH);
	put_part(u, "query", CURLUPART_QUERY);
	put_part(u, "fragment", CURLUPART_FRAGMENT);
}

static void target(CURLU *u, const char *input, const char *base) {
	char *text = NULL;
	if (curl_url_set(u, CURLUPART_URL, base, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
	    curl_url_set(u, CURLUPART_URL, input, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK)
		curl_url_get(u, CURLUPART_URL, &text, 0);
	put("target", text, text ? strlen(text) : 0);
	curl_free(text);
}

int main(void) {
	Bytes input, base;
	while (read_question(&input, &base)) {
		CURLU *u = curl_url();
		if (strlen(input.data) == input.length && (!base.data || strlen(base.data) == base.length)) {
			if (base.data) target(u, input.data, base.data);
			else components(u, input.data);
		}
		curl_url_cleanup(u);
		end_answer();
		free(input.data);
		free(base.data);
	}
}
