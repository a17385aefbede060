import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { messages } from "../../messages.ts"
import { navigate, usePlace, withQuery } from "../../router.tsx"
import { NothingYet } from "../notices/nothingYet.tsx"

const { filters } = messages

const useQuery = () => new URLSearchParams(usePlace().split("?")[1])

/** Filters of a list behind one word: open if there is space, or if one is set. */
export const Filters = ({
  children,
  names,
}: {
  /** Their names in the address. */
  readonly names: ReadonlyArray<string>
  readonly children: ComponentChildren
}) => {
  const address = usePlace()
  const query = useQuery()
  const set = names.filter((name) => query.has(name))
  const [open] = useState(() => set.length > 0 || window.matchMedia("(min-width: 50rem)").matches)
  return (
    <details class="filters" open={open}>
      <summary>{filters.title(set.length)}</summary>
      <div>
        {children}
        {set.length === 0 ? undefined : (
          <a href={withQuery(address, Object.fromEntries(set.map((name) => [name, ""]))).slice(1)}>
            {filters.clear}
          </a>
        )}
      </div>
    </details>
  )
}

interface PickProps {
  readonly label: string
  /** The name in the address. */
  readonly name: string
  /** The value that no name in the address stands for. */
  readonly standard?: string
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>
  /** Other names in the address that another choice makes void. */
  readonly voids?: ReadonlyArray<string>
}

/** One of many values, in the address. */
export const Pick = ({ label, name, options, standard = "", voids = [] }: PickProps) => {
  const address = usePlace()
  const asked = useQuery().get(name) ?? standard
  const known = options.find(({ value }) => value.toLowerCase() === asked.toLowerCase())
  return (
    <label class="field">
      <span class="quiet small">{label}</span>
      <select
        value={known?.value ?? asked}
        onChange={({ currentTarget: { value } }) =>
          navigate(
            withQuery(address, {
              ...Object.fromEntries(voids.map((one) => [one, ""])),
              [name]: value === standard ? "" : value,
            }),
          )
        }
      >
        {known === undefined ? <option value={asked}>{asked}</option> : undefined}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A filter that is on or off, in the address. */
export const Toggle = ({
  label,
  name,
  value = "true",
}: {
  readonly label: string
  readonly name: string
  readonly value?: string
}) => {
  const address = usePlace()
  const on = useQuery().get(name) === value
  return (
    <label class="field">
      <input
        type="checkbox"
        checked={on}
        onChange={() => navigate(withQuery(address, { [name]: on ? "" : value }))}
      />
      <span class="small">{label}</span>
    </label>
  )
}

interface DayInputProps {
  readonly label: string
  readonly value: string
  readonly max?: string
  /** "" for none. */
  readonly onDay: (day: string) => void
}

/** A day. A year that is being typed begins as 0002, 0020 and 0202: those stay in the field until it is left. */
export const DayInput = ({ label, max, onDay, value }: DayInputProps) => {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <label class="field">
      <span class="quiet small">{label}</span>
      <input
        type="date"
        value={typed}
        max={max}
        onChange={({ currentTarget: { value: day } }) => {
          setTyped(day)
          if (day === "" || day >= "1000") onDay(day)
        }}
        onBlur={() => setTyped(value)}
      />
    </label>
  )
}

/** A day, in the address. Another day takes its place in the history. */
export const DateField = ({ label, name }: { readonly label: string; readonly name: string }) => {
  const address = usePlace()
  const day = useQuery().get(name) ?? ""
  return (
    <DayInput
      label={label}
      value={day}
      onDay={(to) => navigate(withQuery(address, { [name]: to }), { replace: day !== "" })}
    />
  )
}

/** A year, in the address. */
export const YearField = ({ label, name }: { readonly label: string; readonly name: string }) => {
  const address = usePlace()
  return (
    <label class="field">
      <span class="quiet small">{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={1000}
        max={9999}
        value={useQuery().get(name) ?? ""}
        onChange={({ currentTarget }) => navigate(withQuery(address, { [name]: currentTarget.value }))}
      />
    </label>
  )
}

/** A filter that links set, and that can only be removed here; nothing if it is not set. */
export const Chosen = ({
  label,
  name,
  said = (value) => value,
}: {
  readonly label: string
  readonly name: string
  readonly said?: (value: string) => string
}) => {
  const address = usePlace()
  const value = useQuery().get(name)
  if (value === null) return undefined
  return (
    <a class="chip" href={withQuery(address, { [name]: "" }).slice(1)}>
      {filters.without(label, said(value))}
    </a>
  )
}

export interface Sort {
  readonly value: string
  readonly label: string
  /** The order that is not the usual one of this sort. */
  readonly reversed: "asc" | "desc"
}

/** The order of a list, in the address. The first sort is the default, without a parameter. */
export const Order = ({ sorts }: { readonly sorts: ReadonlyArray<Sort> }) => {
  const asked = useQuery().get("sort")
  const chosen = sorts.find(({ value }) => value === asked) ?? sorts[0]
  return (
    <>
      <Pick
        label={filters.sort}
        name="sort"
        {...(sorts[0] === undefined ? {} : { standard: sorts[0].value })}
        options={sorts}
        voids={["order"]}
      />
      <Toggle label={filters.reverse} name="order" value={chosen?.reversed ?? "asc"} />
    </>
  )
}

/** Milliseconds after the last letter: nothing is requested while somebody types on. */
const restMillis = 300
const maxWordsLength = 200

/** Words that narrow a list, in the address as `q`. */
export const Find = ({ label }: { readonly label: string }) => {
  const address = usePlace()
  const asked = useQuery().get("q") ?? ""
  const [words, setWords] = useState(asked)

  const sent = useRef(asked)

  const send = () => {
    sent.current = words.trim()
    navigate(withQuery(address, { q: sent.current }), { replace: true })
  }

  // The words are the URL's, unless they were typed here: typing is not interrupted.
  useEffect(() => {
    if (asked === sent.current) return
    sent.current = asked
    setWords(asked)
  }, [asked])
  useEffect(() => {
    if (words.trim() === asked) return undefined
    const timer = setTimeout(send, restMillis)
    return () => clearTimeout(timer)
  }, [words, asked, address])

  return (
    <form
      class="find"
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={maxWordsLength}
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
    </form>
  )
}

/** States that a list has nothing for the filters of the address; without any, how to fill it. */
export const NoMatches = () => {
  const [path = "/", query] = usePlace().split("?")
  if (query === undefined) return <NothingYet />
  return (
    <div class="empty">
      <p>{filters.nothing}</p>
      <a class="button" href={path.slice(1)}>
        {filters.clear}
      </a>
    </div>
  )
}
