/** The values as a web stream that reads no further than it is read; cancelling it leaves the iterator. */
export function webStreamOf<Value>(values: AsyncIterator<Value>): ReadableStream<Value> {
  return new ReadableStream<Value>(
    {
      async pull(controller) {
        const next = await values.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await values.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
