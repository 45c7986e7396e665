import type { SignalBodies } from '@medley/contracts';
import type { SignalEvent } from './broker';
import { signalLimits } from './signal-limits';
import { ANNOUNCE_MS } from './topic-announcer';

/** Longer than any pause of a listener that is alive, and than the 10 s between announcements of version 0.2. */
const VALID_MS = 30_000;
/** After this time each listener that announces its topics has been heard. */
const SETTLED_MS = 1.5 * ANNOUNCE_MS;

interface Listener {
  /** Null: all topics. */
  topics: Set<string> | null;
  heardAt: number;
}

/**
 * What a publisher knows of the topics that listeners have announced. It knows nothing until it has heard announcements
 * for a while, and when no listener announces (those of earlier versions do not): then every signal is wanted.
 */
export class AnnouncedTopics {
  readonly #listeners = new Map<string, Listener>();
  /** The last signal of each name and task that nobody listened to. */
  readonly #unheard = new Map<string, { event: SignalEvent; at: number }>();
  #since: number | null = null;

  /** Announcements are received from now on. */
  begin(): void {
    this.#since = performance.now();
  }

  /** Announcements may have been lost. */
  forget(): void {
    this.#since = null;
    this.#listeners.clear();
  }

  /** Whether somebody may listen to the topic. If not, the signal is remembered, see {@link hear}. */
  isWanted(event: SignalEvent): boolean {
    const now = performance.now();
    if (this.#since === null || now - this.#since < SETTLED_MS) return true;
    const topic = topicOfTask(event.topic);
    if (topic === null || this.#isAnnounced(topic, now)) return true;
    // Words are never kept, and gateways that announce nothing do not know them.
    if (event.name === 'step.delta') return false;
    if (this.#listeners.size === 0) return true;
    this.#remember(`${topic} ${event.name}`, event, now);
    return false;
  }

  /** Takes an announcement. Returns the signals of a moment ago that nobody listened to before it. */
  hear({ listener, change, topics }: SignalBodies['listener.topics']): SignalEvent[] {
    const heardAt = performance.now();
    const known = this.#listeners.get(listener);
    if (change === 'replace' || !known) {
      this.#listeners.set(listener, { topics: setOf(change, topics), heardAt });
    } else {
      known.heardAt = heardAt;
      for (const topic of topics ?? []) {
        if (change === 'add') known.topics?.add(topic);
        else known.topics?.delete(topic);
      }
    }
    return change === 'add' ? this.#takeUnheard(topics ?? [], heardAt) : [];
  }

  #isAnnounced(topic: string, now: number): boolean {
    for (const [id, { topics, heardAt }] of this.#listeners) {
      if (now - heardAt > VALID_MS) this.#listeners.delete(id);
      else if (topics === null || topics.has(topic)) return true;
    }
    return false;
  }

  #remember(key: string, event: SignalEvent, at: number): void {
    this.#unheard.delete(key);
    this.#unheard.set(key, { event: withoutTask(event), at });
    for (const [oldest, entry] of this.#unheard) {
      if (this.#unheard.size <= signalLimits.unheardMax && at - entry.at <= signalLimits.unheardMs) break;
      this.#unheard.delete(oldest);
    }
  }

  #takeUnheard(topics: readonly string[], now: number): SignalEvent[] {
    return topics.flatMap((topic) =>
      ['task.event', 'step.progress'].flatMap((name) => {
        const entry = this.#unheard.get(`${topic} ${name}`);
        this.#unheard.delete(`${topic} ${name}`);
        return entry && now - entry.at <= signalLimits.unheardMs ? [entry.event] : [];
      }),
    );
  }
}

/** What is remembered must be small; whoever gets it then reads the task. */
function withoutTask(event: SignalEvent): SignalEvent {
  if (!('task' in event.body)) return event;
  const body = { ...event.body };
  delete body.task;
  return { ...event, body };
}

/** A listener that is heard for the first time by a single change may have other topics too. */
function setOf(change: string, topics: readonly string[] | null): Set<string> | null {
  return change === 'replace' && topics ? new Set(topics) : null;
}

/** `events.<task>.#` of `events.<task>.<type>`; null for other topics, which nobody announces. */
function topicOfTask(topic: string): string | null {
  if (!topic.startsWith('events.')) return null;
  const end = topic.indexOf('.', 'events.'.length);
  return end < 0 ? null : `${topic.slice(0, end)}.#`;
}
