import type { Waveform } from '@medley/client/browser';
import { useEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useWidth } from '../../components/use-width';
import { useMessages } from '../../i18n/locale';
import { barsPath } from './waveform-bars';
import { clock } from './clock';
import type { SoundPlayer } from './sound-player';
import { transcriptMessages } from './transcript-messages';

const HEIGHT = 56;
const STEP_S = 5;
const PAGE_S = 30;

interface WaveformSliderProps {
  player: SoundPlayer;
  waveform: Waveform | null;
  /** Seconds of the transcript at which the sound begins and ends. */
  start: number;
  end: number;
}

/** The sound as it looks; what was heard is in the colour of the accent. Moved by pointer and keys. */
export function WaveformSlider({ player, waveform, start, end }: WaveformSliderProps): ReactNode {
  const messages = useMessages(transcriptMessages);
  const slider = useRef<HTMLDivElement>(null);
  const width = useWidth(slider);
  useEffect(
    () =>
      player.onTime((seconds) => {
        const element = slider.current;
        if (!element) return;
        const share = end > start ? Math.min(1, Math.max(0, (seconds - start) / (end - start))) : 0;
        element.style.setProperty('--played', `${(share * 100).toFixed(3)}%`);
        element.setAttribute('aria-valuenow', String(Math.floor(seconds)));
        element.setAttribute('aria-valuetext', messages.positionOf(clock(seconds), clock(end)));
      }),
    [player, start, end, messages],
  );
  const seekTo = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    const { left, width: wide } = currentTarget.getBoundingClientRect();
    player.seek(start + Math.min(1, Math.max(0, (clientX - left) / wide)) * (end - start));
  };
  return (
    <div
      ref={slider}
      className="waveform"
      role="slider"
      tabIndex={0}
      aria-label={messages.position}
      aria-valuemin={Math.floor(start)}
      aria-valuemax={Math.ceil(end)}
      aria-valuenow={Math.floor(start)}
      onKeyDown={(event) => onKey(event, player, { start, end })}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
      }}
    >
      <Bars waveform={waveform} width={width} />
    </div>
  );
}

/** Once for all of the sound, and once for what was heard. */
function Bars({ waveform, width }: { waveform: Waveform | null; width: number }): ReactNode {
  const path = useMemo(() => barsPath(waveform, width, HEIGHT), [waveform, width]);
  return ['waveform-all', 'waveform-played'].map((name) => (
    <svg
      key={name}
      className={name}
      viewBox={`0 0 ${Math.max(1, width)} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  ));
}

function onKey(
  event: KeyboardEvent,
  player: SoundPlayer,
  { start, end }: Pick<WaveformSliderProps, 'start' | 'end'>,
): void {
  const { time } = player;
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: time - STEP_S,
    ArrowDown: time - STEP_S,
    ArrowRight: time + STEP_S,
    ArrowUp: time + STEP_S,
    PageDown: time - PAGE_S,
    PageUp: time + PAGE_S,
    Home: start,
    End: end,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  player.seek(Math.min(end, Math.max(start, target)));
}
