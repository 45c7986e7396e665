import { FairQueue } from '../src/fair-queue';

function drain(queue: FairQueue<string>): string[] {
  const all: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) all.push(item);
  return all;
}

describe('a fair queue', () => {
  test('gives each key one item a round, each key in its own order', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item.slice(0, 1), item);
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  test('a key that is queued again does not overtake a waiting one', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1']) queue.push(item.slice(0, 1), item);
    expect([queue.shift(), queue.shift()]).toEqual(['a1', 'b1']);
    queue.push('b', 'b2');
    queue.push('b', 'b3');
    expect(drain(queue)).toEqual(['a2', 'b2', 'a3', 'b3']);
  });

  test('an idle key accumulates no credit', () => {
    const queue = new FairQueue<string>();
    queue.push('b', 'b1');
    queue.shift();
    for (let i = 0; i < 10; i += 1) queue.push('a', `a${i}`);
    for (let i = 0; i < 9; i += 1) queue.shift();
    for (const item of ['b2', 'b3', 'b4']) queue.push('b', item);
    expect(drain(queue)).toEqual(['b2', 'a9', 'b3', 'b4']);
  });

  test('a removed item is not returned', () => {
    const queue = new FairQueue<string>();
    queue.push('a', 'a1');
    queue.push('a', 'a2');
    expect([queue.remove('a', 'a1'), queue.remove('a', 'a1'), queue.size]).toEqual([true, false, 1]);
    expect(drain(queue)).toEqual(['a2']);
  });
});
