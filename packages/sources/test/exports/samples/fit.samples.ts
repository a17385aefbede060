import { FitBaseType, FitEncoder, type FitEncoderField } from "fit-file-parser/encoder"

/** FIT files of a sample watch. */

const { Enum, Sint32, Uint16, Uint32, Uint8 } = FitBaseType

const field = (number: number, size: number, baseType: FitBaseType, value: number): FitEncoderField => ({
  number,
  size,
  baseType,
  value: Math.round(value),
})

const time = (number: number, millis: number) =>
  field(number, 4, Uint32, FitEncoder.toFitTimestamp(new Date(millis)))

const semicircles = (degrees: number): number => (degrees * 2 ** 31) / 180

export interface FitPoint {
  /** Seconds after the start. */
  readonly at: number
  readonly metres: number
  readonly lat?: number
  readonly height?: number
  readonly beats?: number
  /** Turns of one foot a minute. */
  readonly turns?: number
}

const record = (start: number, { at, beats, height, lat, metres, turns }: FitPoint) => [
  time(253, start + at * 1000),
  ...(lat === undefined ? [] : [field(0, 4, Sint32, semicircles(lat)), field(1, 4, Sint32, 0)]),
  ...(height === undefined ? [] : [field(2, 2, Uint16, (height + 500) * 5)]),
  ...(beats === undefined ? [] : [field(3, 1, Uint8, beats)]),
  ...(turns === undefined ? [] : [field(4, 1, Uint8, turns)]),
  field(5, 4, Uint32, metres * 100),
]

/** The summary of a session or a lap; its fields have other numbers in each. */
const summary = (
  numbers: { readonly climb: number; readonly heartRate: number },
  { elapsed, metres, start, timer }: Record<"start" | "elapsed" | "timer" | "metres", number>,
) => [
  time(253, start + elapsed * 1000),
  time(2, start),
  field(7, 4, Uint32, elapsed * 1000),
  field(8, 4, Uint32, timer * 1000),
  field(9, 4, Uint32, metres * 100),
  field(numbers.heartRate, 1, Uint8, 151),
  field(numbers.climb, 2, Uint16, 12),
]

export interface FitRun {
  readonly start: number
  readonly points: ReadonlyArray<FitPoint>
  /** 1 is running, 2 cycling. */
  readonly sport?: number
  /** 4 is an activity, 32 what a watch measures all day. */
  readonly kind?: number
  readonly sessions?: boolean
  /** The seconds at which laps begin. */
  readonly laps?: ReadonlyArray<number>
}

/** A file of one session, whose timer was for its last 5 seconds. */
export const fitFile = ({
  kind = 4,
  laps = [],
  points,
  sessions = true,
  sport = 1,
  start,
}: FitRun): Uint8Array => {
  const encoder = new FitEncoder()
  encoder.writeMessage(0, [field(0, 1, Enum, kind), time(4, start)], 0)
  encoder.writeMessage(12, [field(0, 1, Enum, sport), field(1, 1, Enum, 0)], 1)
  for (const point of points) encoder.writeMessage(20, record(start, point), 2)
  const [elapsed, metres] = [points.at(-1)?.at ?? 0, points.at(-1)?.metres ?? 0]
  for (const [place, from] of laps.entries()) {
    const lap = (laps[place + 1] ?? elapsed) - from
    const all = { start: start + from * 1000, elapsed: lap, timer: lap, metres: (metres * lap) / elapsed }
    encoder.writeMessage(19, summary({ heartRate: 15, climb: 21 }, all), 3)
  }
  if (sessions)
    encoder.writeMessage(
      18,
      [
        ...summary({ heartRate: 16, climb: 22 }, { start, elapsed, timer: elapsed - 5, metres }),
        field(5, 1, Enum, sport),
      ],
      4,
    )
  return encoder.close()
}
