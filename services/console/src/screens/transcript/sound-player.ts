type TimeListener = (seconds: number) => void;

/** Times of a transcript against the time of its audio element, told with every frame while it plays. */
export class SoundPlayer {
  readonly #listeners = new Set<TimeListener>();
  #audio: HTMLAudioElement | null = null;
  #offset = 0;
  #frame = 0;

  /** `offset`: seconds of the transcript at which the sound begins. @returns what ends it */
  attach(audio: HTMLAudioElement, offset: number): () => void {
    const stop = new AbortController();
    this.#audio = audio;
    this.#offset = offset;
    const tell = (): void => this.#tell();
    for (const event of ['pause', 'seeking', 'seeked', 'timeupdate', 'loadedmetadata'])
      audio.addEventListener(event, tell, { signal: stop.signal });
    audio.addEventListener('play', () => this.#run(), { signal: stop.signal });
    return () => {
      stop.abort();
      audio.pause();
      cancelAnimationFrame(this.#frame);
      this.#audio = null;
    };
  }

  /** Seconds of the transcript. */
  get time(): number {
    return (this.#audio?.currentTime ?? 0) + this.#offset;
  }

  get isPlaying(): boolean {
    return this.#audio?.paused === false;
  }

  seek(seconds: number): void {
    if (this.#audio) this.#audio.currentTime = Math.max(0, seconds - this.#offset);
  }

  toggle(): void {
    const audio = this.#audio;
    if (!audio) return;
    // The error event of the element reports what fails.
    if (audio.paused) void audio.play().catch(() => undefined);
    else audio.pause();
  }

  setRate(rate: number): void {
    if (this.#audio) this.#audio.playbackRate = rate;
  }

  /** Calls at once, and whenever the time changes. @returns what ends it */
  onTime(listener: TimeListener): () => void {
    this.#listeners.add(listener);
    listener(this.time);
    return () => this.#listeners.delete(listener);
  }

  #run(): void {
    cancelAnimationFrame(this.#frame);
    this.#tell();
    if (this.#audio && !this.#audio.paused) this.#frame = requestAnimationFrame(() => this.#run());
  }

  #tell(): void {
    const { time } = this;
    for (const listener of this.#listeners) listener(time);
  }
}
