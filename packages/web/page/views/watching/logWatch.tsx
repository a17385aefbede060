import { useEffect, useId, useRef, useState } from "preact/hooks"
import { changed, refresh } from "../../data/cache.ts"
import type { Answer } from "../../data/responses.ts"
import { send } from "../../data/send.ts"
import { useCommand } from "../../data/useCommand.ts"
import { today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { isComposing } from "../../parts/keys.ts"
import { CommandError } from "../../parts/notices/commandError.tsx"
import { StarInput } from "../../parts/stars.tsx"
import { toast } from "../../parts/notices/toast.tsx"

const { log } = messages.watching

type Film = Pick<Answer<"watching", "movie">, "title" | "year" | "movie_db_id" | "user_rating" | "watches">

const days = ["tonight", "yesterday", "other"] as const
type Day = (typeof days)[number]

const again = () => {
  changed("watching")
  refresh()
}

const takeBack = async (id: number) => {
  const sent = await send("DELETE", `/v1/admin/watches/${id}`)
  again()
  return sent
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/** The day of a watch: tonight, yesterday or another one. */
const DayChoice = ({
  day,
  onDay,
  onOther,
  other,
}: {
  readonly day: Day
  readonly other: string
  readonly onDay: (day: Day) => void
  readonly onOther: (day: string) => void
}) => (
  <>
    <fieldset class="segments">
      <legend class="hidden">{log.when}</legend>
      {days.map((one) => (
        <label key={one}>
          <input type="radio" name="day" value={one} checked={day === one} onChange={() => onDay(one)} />
          {log[one]}
        </label>
      ))}
    </fieldset>
    {day === "other" ? (
      <label class="field">
        <span class="quiet small">{log.day}</span>
        <input
          type="date"
          required
          max={today()}
          value={other}
          onInput={({ currentTarget }) => onOther(currentTarget.value)}
        />
      </label>
    ) : undefined}
  </>
)

interface LogProps {
  readonly film: Film
  readonly close: () => void
}

/** A watch as it is entered, and the command that logs it. */
const useWatch = ({ close, film }: LogProps) => {
  const { failure, run, working } = useCommand()
  const [day, setDay] = useState<Day>("tonight")
  const [other, setOther] = useState(today())
  const [stars, setStars] = useState(film.user_rating)
  const [words, setWords] = useState("")
  const save = async () => {
    const sent = await run(() =>
      send<{ readonly id: number }>("POST", "/v1/admin/watches", {
        title: film.title,
        ...(film.year === 0 ? {} : { year: film.year }),
        ...(film.movie_db_id === 0 ? {} : { movie_db_id: film.movie_db_id }),
        watched_at: { tonight: today(), yesterday: dayBefore(today()), other }[day],
        ...(stars === 0 ? {} : { rating: stars }),
        ...(words.trim() === "" ? {} : { review: words.trim() }),
      }),
    )
    const added = sent?.data
    if (added === undefined) return
    again()
    // A day that had a watch of it before has changed: that one stays.
    if (film.watches.some(({ id: known }) => known === added.id)) toast(log.changed)
    else toast(log.saved[day], () => takeBack(added.id))
    close()
  }
  return { day, setDay, other, setOther, stars, setStars, words, setWords, failure, save, working }
}

/**
 * Logs a watch of a film: Tonight is chosen, stars go by halves, words are optional. Ctrl+Enter saves and Esc closes, wherever in it
 * one is.
 */
export const LogWatch = (props: LogProps) => {
  const { close, film } = props
  const watch = useWatch(props)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  useEffect(() => form.current?.querySelector<HTMLElement>("input:checked")?.focus(), [])
  return (
    <form
      ref={form}
      class="card log"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        void watch.save()
      }}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key === "Escape") close()
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          form.current?.requestSubmit()
        }
      }}
    >
      <header class="card-head">
        <h2 id={id}>{film.watches.length === 0 ? log.first : log.open}</h2>
        <button type="button" class="plain" onClick={close}>
          {log.close}
        </button>
      </header>
      <DayChoice day={watch.day} onDay={watch.setDay} other={watch.other} onOther={watch.setOther} />
      <div>
        <StarInput label={log.stars} value={watch.stars} none={log.noStars} onChange={watch.setStars} />
        <p class="quiet small">
          {film.user_rating === 0 ? "" : `${log.lastTime(film.user_rating)} `}
          {log.keys}
        </p>
      </div>
      <label class="log-words">
        <span class="small">
          <b>{log.words}</b> <span class="quiet">{log.optional}</span>
        </span>
        <textarea
          rows={3}
          maxLength={100_000}
          value={watch.words}
          onInput={({ currentTarget }) => watch.setWords(currentTarget.value)}
        />
      </label>
      <CommandError failure={watch.failure} />
      <p class="log-save">
        <span class="quiet small">{log.shortcut}</span>
        <button type="submit" class="button button-main" disabled={watch.working}>
          {log.save}
        </button>
      </p>
    </form>
  )
}
