"""A second, slow reading of an archive: slow.py FORMAT FILE [COLUMN]

It writes a line for each reference: its number, and its bytes in hexadecimal digits.
Whole files are read at once, and nothing is checked.
"""
import bz2, csv, gzip, io, json, re, sys

def read(name):
    data = open(name, "rb").read()
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:3] == b"BZh":
        return bz2.decompress(data)
    return data

def lines(data, column):
    found = data.split(b"\n")
    if found[-1] == b"":
        found.pop()
    return [(n, line.removesuffix(b"\r")) for n, line in enumerate(found, 1)]

def warc(data, column):
    found, at, number = [], 0, 0
    while match := re.compile(rb"\s*(WARC/\d.*?\r?\n)(.*?)\r?\n\r?\n", re.S).match(data, at):
        number += 1
        fields = re.sub(rb"\r?\n[ \t]+", b" ", match[2])
        fields = {k.strip().lower(): v.strip() for k, v in (f.split(b":", 1) for f in fields.splitlines())}
        at = match.end() + int(fields[b"content-length"])
        uri = fields.get(column.encode().lower() if column else b"warc-target-uri")
        if uri is not None:
            found.append((number, uri))
    return found

def cdxj(data, column):
    return [(n, json.loads(line.split(b" ", 2)[2])[column or "url"].encode())
            for n, line in lines(data, None) if line and line[:1] != b"!"]

def nquads(data, column):
    found = []
    term = re.compile(r'\s*(?:<([^>]*)>|_:[^\s<"]+(?<!\.)|"(?:[^"\\]|\\.)*"(?:\^\^<([^>]*)>|@[-a-zA-Z0-9]+)?|(#.*)|\.)')
    escape = lambda m: chr(int(m[1] or m[2], 16))
    for n, line in lines(data, None):
        for iri, datatype, comment in term.findall(line.decode()):
            if text := iri or datatype:
                found.append((n, re.sub(r"\\u(.{4})|\\U(.{8})", escape, text).encode()))
    return found

def rows(data, column):
    table = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    begin, found, at = 1, [], None
    for row in table:
        if row and at is None:
            at = int(column) - 1 if column.isdigit() else row.index(column)
            if not column.isdigit():
                begin = table.line_num + 1
                continue
        if row:
            found.append(row[at].encode())
    return list(enumerate(found, 1))

for number, text in {"lines": lines, "warc": warc, "cdxj": cdxj, "nquads": nquads, "csv": rows}[sys.argv[1]](read(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None):
    print(number, text.hex())
