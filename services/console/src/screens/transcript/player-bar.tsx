import { useQuery } from '@tanstack/react-query';
import { MedleyApiError, type Waveform } from '@medley/client/browser';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from '../../components/button';
import { Icon } from '../../components/icon';
import { localLink } from '../../device/local-link';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { clock } from './clock';
import type { Sound } from './find-sound';
import type { SoundPlayer } from './sound-player';
import { transcriptMessages } from './transcript-messages';
import { useSpaceKey } from './use-space-key';
import { WaveformSlider } from './waveform-slider';

const RATES = [0.75, 1, 1.25, 1.5, 2] as const;

/** The sound of a transcript; stays in sight. */
export function PlayerBar({
  taskId,
  sound,
  player,
  duration,
}: {
  taskId: string;
  sound: Sound;
  player: SoundPlayer;
  /** Seconds of the transcript. */
  duration: number;
}): ReactNode {
  const messages = useMessages(transcriptMessages);
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState({ isPlaying: false, isGone: false, seconds: duration - sound.offset });
  useEffect(
    () => (audio.current ? player.attach(audio.current, sound.offset) : undefined),
    [player, sound.offset],
  );
  useSpaceKey(() => player.toggle());
  const change = (part: Partial<typeof state>): void => setState((before) => ({ ...before, ...part }));
  const end = sound.offset + state.seconds;
  return (
    <section className="player" aria-label={messages.sound}>
      <audio
        ref={audio}
        src={localLink(sound.url)}
        preload="metadata"
        onPlay={() => change({ isPlaying: true })}
        onPause={() => change({ isPlaying: false })}
        onError={() => change({ isGone: true, isPlaying: false })}
        onLoadedMetadata={({ currentTarget: { duration: seconds } }) =>
          change({ isGone: false, ...(Number.isFinite(seconds) && { seconds }) })
        }
      />
      {state.isGone ? (
        <p className="player-note" role="status">
          {messages.soundGone}
        </p>
      ) : (
        <Controls taskId={taskId} sound={sound} player={player} end={end} isPlaying={state.isPlaying} />
      )}
    </section>
  );
}

function Controls({
  taskId,
  sound,
  player,
  end,
  isPlaying,
}: {
  taskId: string;
  sound: Sound;
  player: SoundPlayer;
  end: number;
  isPlaying: boolean;
}): ReactNode {
  const messages = useMessages(transcriptMessages);
  const waveform = useWaveform(taskId, sound.stepId);
  return (
    <>
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? messages.pause : messages.play}
        className="player-toggle"
        onClick={() => player.toggle()}
      />
      <WaveformSlider player={player} waveform={waveform} start={sound.offset} end={end} />
      <Time player={player} end={end} />
      <Rate player={player} />
    </>
  );
}

function Time({ player, end }: { player: SoundPlayer; end: number }): ReactNode {
  const shown = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      player.onTime((seconds) => {
        if (shown.current) shown.current.textContent = clock(seconds);
      }),
    [player],
  );
  return (
    <span className="player-time numbers">
      <span ref={shown} /> <span className="faint">/ {clock(end)}</span>
    </span>
  );
}

function Rate({ player }: { player: SoundPlayer }): ReactNode {
  const messages = useMessages(transcriptMessages);
  return (
    <label className="player-rate">
      <span className="hidden-visually">{messages.speed}</span>
      <select defaultValue={1} onChange={({ target }) => player.setRate(Number(target.value))}>
        {RATES.map((rate) => (
          <option key={rate} value={rate}>
            {rate}×
          </option>
        ))}
      </select>
      <Icon name="down" size={12} />
    </label>
  );
}

/** Null while it is loaded, and for a sound without one. */
function useWaveform(taskId: string, step: string): Waveform | null {
  const { medley } = useAccount();
  const { data } = useQuery({
    queryKey: ['waveform', taskId, step],
    staleTime: Infinity,
    retry: (count, error) => count < 2 && !(error instanceof MedleyApiError),
    queryFn: ({ signal }) => medley.tasks.waveform(taskId, { step, signal }),
  });
  return data ?? null;
}
