// What the JavaScript adapters share: a question a line, an answer a line.

// serve calls answer(input, base) for each question; base is undefined where no target is asked
// for.
export function serve(answer) {
  return serveMany((questions) => questions.map(([input, base]) => answer(input, base)));
}

// serveMany calls answers for an array of questions, each [input, base], and sends the array of
// answers that it returns. Questions that are not UTF-8 get the empty answer, because strings hold
// text.
export async function serveMany(answers) {
  let rest = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    const asked = lines.map(read);
    const got = await answers(asked.filter((question) => question));
    process.stdout.write(asked.map((question) => JSON.stringify(question ? got.shift() : {}) + '\n').join(''));
  }
}

// read returns the question of a line, or null if it is not UTF-8.
function read(line) {
  const question = JSON.parse(line);
  try {
    return [text(question, 'input'), text(question, 'base')];
  } catch {
    return null;
  }
}

function text(question, key) {
  const coded = question[`${key}_base64`];
  if (coded === undefined) return question[key];
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(coded, 'base64'));
}
