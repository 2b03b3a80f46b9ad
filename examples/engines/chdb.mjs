// Runs clickhouse.sql in ClickHouse as a library: npm install chdb; node chdb.mjs URLS SCRIPTS
// URLS is a file of TabSeparated rows, and SCRIPTS is the folder of urispec and urispec-rows.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const [urls, scripts] = process.argv.slice(2);
const here = path.dirname(new URL(import.meta.url).pathname);
const { Session } = createRequire(path.join(process.cwd(), "x.js"))("chdb");
const session = new Session("", {
  connectionArgs: [`--user_scripts_path=${scripts}`, `--user_defined_executable_functions_config=${path.join(here, "clickhouse-functions.xml")}`],
});
session.query("CREATE DATABASE d ENGINE = Memory");
session.query("USE d");
session.query("CREATE TABLE urls (id UInt32, url String) ENGINE = Memory");
session.query(`INSERT INTO urls SELECT * FROM file('${urls}', TabSeparated, 'id UInt32, url String')`);
for (const query of fs.readFileSync(path.join(here, "clickhouse.sql"), "utf8").split(";\n"))
  if (query.trim()) process.stdout.write(session.query(query, "TabSeparated"));
session.cleanup?.();
