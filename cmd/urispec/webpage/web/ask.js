// Questions go to the server that the page came from.

export async function ask(questions, signal) {
  const response = await fetch('answer', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(questions),
    signal,
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
