// A worker runs one WebAssembly module, whose name is its own.
importScripts('wasm_exec.js');

self.urispecReady = () => postMessage({ ready: true });
onmessage = ({ data }) => {
  try {
    postMessage({ replies: self.urispec(data) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};

(async () => {
  const go = new Go();
  const response = await fetch(self.name);
  if (!response.ok) throw new Error(`${self.name}: ${response.status}`);
  // Not every host knows the type of WebAssembly, which streaming needs.
  const streams = response.headers.get('Content-Type') === 'application/wasm';
  const { instance } = streams ? await WebAssembly.instantiateStreaming(response, go.importObject)
    : await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
  await go.run(instance);
  throw new Error('the program has ended');
})().catch((error) => postMessage({ error: String(error) }));
