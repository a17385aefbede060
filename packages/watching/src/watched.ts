/** How far a player came when it stopped. Position and length have one unit, whichever; 0 is unknown. */
export interface Stopped {
  /** True if the player itself says that it reached the end. */
  readonly atEnd: boolean
  readonly position: number
  readonly length: number
}

/** The one rule of what was watched, for players that report where they stopped: past 80 %, or at the end. */
export const isWatched = ({ atEnd, length, position }: Stopped): boolean =>
  atEnd || (length > 0 && position / length > 0.8)
