// Comes first in a server (`--import`) and in a browser's pages: every test and screenshot is on the same day, with its demo data.
// Timers do not change.

/** Milliseconds that Date is ahead of the machine's, and the step in which it moves: 1 for a clock that runs as usual. */
export interface MovedDate {
  readonly ahead: number
  readonly step: number
}

/** It uses nothing else of this module: a browser gets only its text. */
export const moveDate = ({ ahead, step }: MovedDate): void => {
  const RealDate = Date
  const now = () => Math.floor((RealDate.now() + ahead) / step) * step
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: Array<number>, self) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, self) => (name === "now" ? now : Reflect.get(target, name, self)),
  })
}

const { DATE_AHEAD, DATE_STEP = "1" } = process.env
if (DATE_AHEAD !== undefined) moveDate({ ahead: Number(DATE_AHEAD), step: Number(DATE_STEP) })
