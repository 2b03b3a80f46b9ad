// Questions go to WebAssembly in workers: the verdicts to a small module that is there at
// once, everything else to a second one.

// graceTime is how long a worker may go on after nobody waits for its answer. Whoever types
// fast asks again before, and a new worker would have to begin with nothing.
const graceTime = 2000;
const answerTime = 10_000;

class Answerer {
  queue = [];
  constructor(module) { this.module = module; }

  ask(questions, signal) {
    return new Promise((resolve, reject) => {
      const job = { questions, resolve, reject };
      signal?.addEventListener('abort', () => {
        reject(new DOMException('Nobody waits for the answer.', 'AbortError'));
        this.queue = this.queue.filter((other) => other !== job);
        if (this.job === job) this.limit(graceTime);
      });
      this.queue.push(job);
      this.next();
    });
  }

  next() {
    if (this.job) return;
    if (!this.worker) this.start();
    if (!this.ready || this.queue.length === 0) return;
    this.job = this.queue.shift();
    this.limit(answerTime);
    this.worker.postMessage(JSON.stringify(this.job.questions));
  }

  // limit ends the worker after a time, because nothing else can interrupt it.
  limit(time) {
    clearTimeout(this.clock);
    this.clock = setTimeout(() => {
      this.worker.terminate();
      this.done((job) => job.reject(new Error(`no answer within ${answerTime / 1000} seconds`)));
    }, time);
  }

  start() {
    this.ready = false;
    this.worker = new Worker('worker.js', { name: this.module });
    this.worker.onmessage = ({ data }) => {
      if (data.ready) {
        this.ready = true;
        this.next();
      } else if (data.error) {
        for (const job of this.queue.splice(0)) job.reject(new Error(data.error));
        this.done((job) => job.reject(new Error(data.error)));
      } else {
        clearTimeout(this.clock);
        const job = this.job;
        this.job = undefined;
        job.resolve(JSON.parse(data.replies));
        this.next();
      }
    };
    this.worker.onerror = (event) => this.worker.onmessage({ data: { error: event.message || 'the worker failed' } });
  }

  // done gives up the worker.
  done(tell) {
    clearTimeout(this.clock);
    this.worker.terminate();
    this.worker = undefined;
    const job = this.job;
    this.job = undefined;
    if (job) tell(job);
    if (this.queue.length > 0) this.next();
  }
}

const verdicts = new Answerer('verdicts.wasm');
const everything = new Answerer('urispec.wasm');

export const ask = (questions, signal) =>
  (questions.every((q) => q.ask === 'verdicts') ? verdicts : everything).ask(questions, signal);

// The page works offline once it has been open.
if ('serviceWorker' in navigator && location.protocol === 'https:' || location.hostname === 'localhost' || location.hostname === '127.0.0.1') {
  navigator.serviceWorker?.register('offline.js').catch(() => {});
}
