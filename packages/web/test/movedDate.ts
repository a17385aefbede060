// Comes first in a server (`--import`), and in the pages of a browser: it is the same day in all tests and all pictures, and the
// demo data is that of this day. Timers are left alone.

/** Milliseconds that Date is ahead of the machine's, and for how long it stands still: 1 lets it run on as it does. */
export interface MovedDate {
  readonly ahead: number
  readonly step: number
}

/** It uses nothing of this module: a browser gets its text alone. */
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
