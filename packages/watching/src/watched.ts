/** The position of a player when it stopped. Position and length have the same unit, any one; 0 is unknown. */
export interface Stopped {
  /** True if the player itself says that it reached the end. */
  readonly atEnd: boolean
  readonly position: number
  readonly length: number
}

/** Whether a film or episode counts as watched, for players that report a position: past 80 %, or at the end. */
export const isWatched = ({ atEnd, length, position }: Stopped): boolean =>
  atEnd || (length > 0 && position / length > 0.8)
