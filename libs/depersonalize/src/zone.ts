/** A stretch of a text; UTF-16 offsets, `end` exclusive. */
export interface Zone {
  start: number;
  end: number;
}
