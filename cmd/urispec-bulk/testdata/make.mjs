// Makes the archives of this folder, and reads them with the tools of others: warcio.js
// (WARC, CDXJ), N3.js (N-Quads) and DuckDB (Parquet). What these find is in the files that
// end with .want: a line for each reference, its number and its text as JSON.
//
//	npm install warcio n3 @duckdb/node-api
//	node make.mjs
//
// urls.txt has references of grammar/testdata/web50k.txt.gz and some that do not conform.
// resolution.nq has lines of rdf-trig/IRI-resolution-02.nq of the W3C's rdf-tests, torture.warc is
// standard-torture-validate-record.warc of warcio (Apache-2.0) , some of its records.
import fs from "node:fs";
import { WARCParser, WARCRecord, WARCSerializer, CDXIndexer } from "warcio";
import { Parser } from "n3";
import { DuckDBInstance } from "@duckdb/node-api";

const urls = fs.readFileSync("urls.txt", "utf8").trimEnd().split("\n");
const want = (name, rows) =>
  fs.writeFileSync(name + ".want", rows.map(([line, text]) => JSON.stringify([line, text]) + "\n").join(""));

// A page for each reference, with two links.
const parts = [];
for (const [i, url] of urls.entries()) {
  const page = `<html><a href="${url.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">a</a><img src="../i${i}.png"></html>`;
  const text = `see <http://text.example/${i}> and http://b.example/%zz`;
  const plain = i % 5 == 4;
  for (const type of i % 3 ? ["response"] : ["request", "response"]) {
    const httpHeaders = type == "response" ? { "Content-Type": plain ? "text/plain" : "text/html" } : {};
    const body = type == "response" ? new TextEncoder().encode(plain ? text : page) : new Uint8Array();
    const record = WARCRecord.create(
      { url, type, date: "2026-01-01T00:00:00Z", warcVersion: "WARC/1.1", httpHeaders, statusline: type == "request" ? "GET / HTTP/1.1" : "HTTP/1.1 200 OK",
        warcHeaders: { "WARC-Record-ID": `<urn:uuid:00000000-0000-4000-8000-${String(2 * i + (type == "response")).padStart(12, "0")}>` } },
      (async function* () { yield body; })());
    parts.push(await WARCSerializer.serialize(record, { gzip: true }));
  }
}
fs.writeFileSync("crawl.warc.gz", Buffer.concat(parts));

for (const name of ["crawl.warc.gz", "torture.warc"]) {
  const rows = [];
  let n = 0;
  for await (const record of new WARCParser(fs.createReadStream(name))) {
    n++;
    const uri = record.warcHeaders.headers.get("WARC-Target-URI");
    if (uri != null) rows.push([n, uri]);
  }
  want(name, rows);
}

const cdxj = [];
for await (const entry of new CDXIndexer().iterIndex([{ filename: "crawl.warc.gz", reader: fs.createReadStream("crawl.warc.gz") }])) {
  const { urlkey, timestamp, ...rest } = entry;
  cdxj.push(`${urlkey} ${timestamp} ${JSON.stringify(rest)}`);
}
fs.writeFileSync("crawl.cdxj", cdxj.sort().join("\n") + "\n");
want("crawl.cdxj", cdxj.map((line, i) => [i + 1, JSON.parse(line.slice(line.indexOf("{"))).url]));

for (const name of ["resolution.nq", "terms.nq"]) {
  const rows = [];
  for (const [i, line] of fs.readFileSync(name, "utf8").split("\n").entries())
    for (const quad of new Parser({ format: "N-Quads" }).parse(line))
      // The datatypes that a literal has without "^^" are not written.
      for (const term of [quad.subject, quad.predicate, quad.object, line.includes("^^<") && quad.object.datatype, quad.graph])
        if (term?.termType == "NamedNode") rows.push([i + 1, term.value]);
  want(name, rows);
}

const db = await (await DuckDBInstance.create(":memory:")).connect();
await db.run(`copy (select i as id, case when i % 7 = 0 then null else url end as url, [url, 'x' || i] as list, {'url': url} as page, encode(url) as bytes
  from (select row_number() over () as i, column0 as url from read_csv('urls.txt', header=false, sep='\\x01', quote='', escape='', columns={'column0':'varchar'})))
  to 'urls.parquet' (format parquet, compression zstd, row_group_size 2048)`);
for (const [column, name] of [["url", "url"], ["list", "list.list.element"], ["page.url", "page.url"], ["decode(bytes)", "bytes"]]) {
  const unnest = column == "list" ? "unnest(list)" : column;
  const rows = (await db.runAndReadAll(`select id, ${unnest} from 'urls.parquet'`)).getRowsJson();
  want("urls.parquet." + name, rows.filter(([, text]) => text != null).map(([id, text]) => [Number(id), text]));
}

// The samples that Apache Parquet ships are in the test data of the Go module parquet-go:
// TESTDATA=DIR node make.mjs reads these. A line has the number of values and a digest of
// all, each as its row and its bytes in hexadecimal digits.
import crypto from "node:crypto";
const dir = process.env.TESTDATA;
if (dir) {
  const lines = [];
  for (const [file, column, expression] of [
    ["alltypes_dictionary", "string_col"], ["alltypes_plain.snappy", "date_string_col"], ["alltypes_tiny_pages", "date_string_col"],
    ["binary", "foo"], ["cluster_test_table_2.snappy", "varbinary"], ["covid.snappy", "AREA"], ["datapage_v2.snappy", "a"],
    ["delta_byte_array", "c_first_name"], ["delta_encoding_optional_column", "c_email_address"], ["delta_length_byte_array", "FRUIT"],
    ["issue206", "instrument_name"], ["issue276_4_per_page", "id"], ["lz4_raw_compressed", "c1"], ["lz4_raw_compressed_larger", "a"],
    ["list_columns", "utf8_list.list.item", "unnest(utf8_list)"], ["trace.snappy", "trace_id"], ["trace.snappy", "event_type"],
  ]) {
    const rows = (await db.runAndReadAll(`select * from (select file_row_number + 1, hex(${expression ?? column}) as h from read_parquet('${dir}/${file}.parquet', file_row_number=true)) where h is not null`)).getRowsJson();
    const hash = crypto.createHash("sha256");
    for (const [row, hex] of rows) hash.update(`${row} ${hex}\n`);
    lines.push(JSON.stringify({ file: `${file}.parquet`, column, count: rows.length, sha256: hash.digest("hex") }) + "\n");
  }
  fs.writeFileSync("parquet-go.want", lines.join(""));
}
