// What the JavaScript adapters share: a question a line, an answer a line.

// serve calls answer(input, base) for each question; base is undefined where no target is asked
// for. Questions that are not UTF-8 get the empty answer, because strings hold text.
export async function serve(answer) {
  let rest = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const question = JSON.parse(line);
      let result = {};
      try {
        result = await answer(text(question, 'input'), text(question, 'base'));
      } catch (error) {
        if (!(error instanceof NotText)) throw error;
      }
      process.stdout.write(JSON.stringify(result) + '\n');
    }
  }
}

class NotText extends Error {}

function text(question, key) {
  const coded = question[`${key}_base64`];
  if (coded === undefined) return question[key];
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(coded, 'base64'));
  } catch {
    throw new NotText();
  }
}
