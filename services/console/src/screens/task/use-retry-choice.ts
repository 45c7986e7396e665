import type { RetryRequest, Task, TaskStep } from '@medley/client/browser';
import { useState } from 'react';
import { readOptions, stepsThatRun } from './retry-choice';

export interface RetryChoice {
  chosen: ReadonlySet<string>;
  setChosen(chosen: ReadonlySet<string>): void;
  /** By the id of a step: what was typed as its options. */
  texts: Readonly<Record<string, string>>;
  setText(step: string, text: string): void;
  prompt: string;
  setPrompt(prompt: string): void;
  running: TaskStep[];
  /** Steps whose options are no JSON object. */
  invalid: ReadonlySet<string>;
  request: RetryRequest;
}

/** What a person chose of a retry; at first what did not succeed, of a completed task the selected step. */
export function useRetryChoice(task: Task, selected: string): RetryChoice {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(task.status === 'completed' ? [selected] : []),
  );
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [prompt, setPrompt] = useState('');
  const running = stepsThatRun(task.steps, chosen);
  const { options, invalid } = readOptions(running, texts);
  return {
    chosen,
    setChosen,
    texts,
    setText: (step, text) => setTexts({ ...texts, [step]: text }),
    prompt,
    setPrompt,
    running,
    invalid,
    request: {
      ...(chosen.size > 0 && { from: [...chosen] }),
      ...(Object.keys(options).length > 0 && { options }),
      ...(prompt.trim() !== '' && { prompt }),
    },
  };
}
