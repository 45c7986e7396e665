import type { Upload } from '@medley/client/browser';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAccount } from '../../session/account';

/** Larger files go in parts of this size: the progress is shown after each, and a lost one is sent again. */
const PART_BYTES = 4 * 1024 * 1024;

type UploadState =
  | { kind: 'none' }
  | { kind: 'sending'; file: File; sent: number }
  /** Stopped by the person (`error` null) or by a failure; `id` continues it. */
  | { kind: 'stopped'; file: File; sent: number; id: string | null; error: unknown };

export interface FileUpload {
  state: UploadState;
  start(file: File): void;
  pause(): void;
  resume(): void;
  /** Forget the file that was not sent whole. */
  discard(): void;
}

/** Sends one file at a time; `onDone` gets what the service made of it. */
export function useUpload(onDone: (upload: Upload) => void): FileUpload {
  const { medley } = useAccount();
  const [state, setState] = useState<UploadState>({ kind: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = useCallback(
    async (file: File, resume: string | null, sentBefore: number): Promise<void> => {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      let [id, sent] = [resume, sentBefore];
      setState({ kind: 'sending', file, sent });
      try {
        const upload = await medley.uploads.create(file, {
          filename: file.name,
          partBytes: PART_BYTES,
          signal: stop.signal,
          ...(resume !== null && { resume }),
          onStart: (started) => {
            id = started;
          },
          onProgress: (progress) => {
            sent = progress.sent;
            if (!stop.signal.aborted) setState({ kind: 'sending', file, sent });
          },
        });
        if (running.current !== stop) return;
        setState({ kind: 'none' });
        onDone(upload);
      } catch (error) {
        if (running.current !== stop) return;
        setState({ kind: 'stopped', file, sent, id, error: stop.signal.aborted ? null : error });
      }
    },
    [medley, onDone],
  );

  return {
    state,
    start: (file) => void send(file, null, 0),
    pause: () => running.current?.abort(),
    resume: () => {
      if (state.kind === 'stopped') void send(state.file, state.id, state.sent);
    },
    discard: () => {
      if (state.kind === 'stopped' && state.id !== null)
        // It expires by itself where this fails.
        medley.uploads.abandon(state.id).catch(() => undefined);
      setState({ kind: 'none' });
    },
  };
}
