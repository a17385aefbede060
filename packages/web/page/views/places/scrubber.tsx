import { useEffect, useState } from "preact/hooks"
import { clock } from "../../format.ts"
import { messages } from "../../messages.ts"

const { places } = messages

/** Milliseconds in which a day goes by, and for which a stop is shown if nothing may move. */
const [wholeDay, stopMillis] = [12_000, 1_500]
const minute = 60_000

interface ScrubberProps {
  /** The times of the stops, in milliseconds, the first one first. */
  readonly times: ReadonlyArray<number>
  readonly time: number
  readonly onTime: (time: number) => void
  /** What is there at the time, for those who do not see the map. */
  readonly said: string
}

/** The time of a day as a slider, which can play on its own. With reduced motion it goes from stop to stop. */
export const Scrubber = ({ onTime, said, time, times }: ScrubberProps) => {
  const [isPlaying, setPlaying] = useState(false)
  const [first = 0, last = 0] = [times[0], times.at(-1)]

  useEffect(() => {
    if (!isPlaying) return undefined
    const start = time >= last ? first : time
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      let at = times.findLastIndex((one) => one <= start)
      onTime(times[at] ?? first)
      const timer = setInterval(() => {
        at += 1
        onTime(times[at] ?? last)
        if (at >= times.length - 1) setPlaying(false)
      }, stopMillis)
      return () => clearInterval(timer)
    }
    let frame = 0
    const begun = performance.now()
    const step = (now: number) => {
      const next = start + ((now - begun) / wholeDay) * (last - first)
      onTime(Math.min(last, next))
      if (next >= last) setPlaying(false)
      else frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])

  const written = clock(new Date(time).toISOString())
  return (
    <div class="scrubber">
      <button
        type="button"
        class="scrubber-play"
        aria-label={isPlaying ? places.pause : places.play}
        onClick={() => setPlaying(!isPlaying)}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d={isPlaying ? "M7 5h4v14H7zM13 5h4v14h-4z" : "M8 5v14l11-7z"} />
        </svg>
      </button>
      <input
        type="range"
        aria-label={places.timeOfDay}
        aria-valuetext={said === "" ? written : `${written}, ${said}`}
        min={0}
        max={Math.ceil((last - first) / minute)}
        value={Math.round((time - first) / minute)}
        onInput={(event) => {
          setPlaying(false)
          onTime(Math.min(last, first + Number(event.currentTarget.value) * minute))
        }}
      />
      <output>{written}</output>
    </div>
  )
}
