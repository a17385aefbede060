import "../settings.css"
import { useEffect, useState } from "preact/hooks"
import { usePolling } from "../../../data/poll.ts"
import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useSignal } from "../../../data/signal.ts"
import { uploaded } from "../../../data/uploads.ts"
import { useRead } from "../../../data/useRead.ts"
import { messages } from "../../../messages.ts"
import { ConfirmButton } from "../../../parts/notices/confirmButton.tsx"
import { Pages } from "../../../parts/lists/pages.tsx"
import { EmptyState, Shown } from "../../../parts/notices/states.tsx"
import { Time } from "../../../parts/periods/time.tsx"
import { adviceFor, adviceOf } from "./advice.ts"

const { imports } = messages.settings

type Imports = Answer<"imports", "list">
type Import = Imports["data"][number]
type Part = Import["parts"][number]

/** Milliseconds between two looks at imports that run: a fraction of the key's limit. */
const lookEvery = 3_000

/** Parts of an import that are drawn at once. */
const maxParts = 200

/** The parts in a list; an import that has more of them shows them one by one. */
const partsInList = 20

const pathOf = (page: number) => `/v1/admin/imports?limit=20&page=${page}`

/** The imports of a page, newest first. */
export const useImports = (page = 1) => useRead<Imports>(pathOf(page))

const isActive = ({ status }: Import) => status === "waiting" || status === "running"

const told = (...texts: ReadonlyArray<string | false>) => texts.filter(Boolean).join(" · ")

const countsOf = ({ known, rows, seconds_left: left, set_aside: aside, status, stored }: Import) =>
  told(
    rows > 0 && imports.read(rows),
    (stored > 0 || (status === "completed" && rows > 0)) && imports.stored(stored),
    known > 0 && imports.known(known),
    aside > 0 && imports.setAside(aside),
    status === "running" && left > 0 && imports.left(left),
  )

const PartLine = ({ part }: { readonly part: Part }) => (
  <li class={`hue-${part.domain}`}>
    <div class="settings-text">
      <span class="part-name">{part.name}</span>
      <span class="quiet">
        {part.domain === "" ? undefined : <span class="mark">{messages.domain(part.domain)} </span>}
        {told(
          part.format,
          part.outcome === "not understood" && imports.partNot,
          part.outcome === "known already" && imports.partKnown,
          part.stored > 0 && imports.stored(part.stored),
          part.known > 0 && imports.known(part.known),
        )}
      </span>
      {part.reason === "" ? undefined : <span class="small">{adviceOf(part.reason, part.name)}</span>}
    </div>
  </li>
)

/** Every part of an import, with those first that say why something was not stored. */
const AllParts = ({ id }: { readonly id: number }) => {
  const path = `/v1/admin/imports/${id}`
  const read = useRead<Answer<"imports", "read">>(path)
  return (
    <Shown path={path} read={read}>
      {({ parts }) => <Parts parts={parts} />}
    </Shown>
  )
}

const Parts = ({ parts }: { readonly parts: ReadonlyArray<Part> }) => {
  const [most, setMost] = useState(maxParts)
  const sorted = [...parts].sort((one, other) => Number(other.reason !== "") - Number(one.reason !== ""))
  return (
    <>
      <ul class="lines">
        {sorted.slice(0, most).map((part) => (
          <PartLine key={part.name} part={part} />
        ))}
      </ul>
      {parts.length > most ? (
        <button type="button" class="plain" onClick={() => setMost(most + maxParts)}>
          {messages.home.more(parts.length - most)}
        </button>
      ) : undefined}
    </>
  )
}

const PartsOf = ({ one }: { readonly one: Import }) => {
  const [all, setAll] = useState(false)
  const [only] = one.parts
  if (only === undefined) return undefined
  // A file outside archives is its only part, and adds nothing to its line.
  if (one.parts.length === 1 && only.name === one.name) {
    return (
      <>
        <p class={`small hue-${only.domain}`}>
          {only.domain === "" ? undefined : <span class="mark">{messages.domain(only.domain)} </span>}
          {only.format}
        </p>
        {only.reason === "" || adviceFor(one) !== undefined ? undefined : <p class="small">{only.reason}</p>}
      </>
    )
  }
  return (
    <details>
      <summary>
        {one.parts.length < partsInList ? imports.parts(one.parts.length) : imports.manyParts}
      </summary>
      {all ? <AllParts id={one.id} /> : <Parts parts={one.parts} />}
      {all || one.parts.length < partsInList ? undefined : (
        <button type="button" class="plain" onClick={() => setAll(true)}>
          {imports.allParts}
        </button>
      )}
    </details>
  )
}

const ImportLine = ({ again, one }: { readonly one: Import; readonly again: () => void }) => {
  const name = one.name === "" ? imports.noName : one.name
  const advice = adviceFor(one)
  const state = advice === undefined ? imports.states[one.status] : imports.nothing
  return (
    <li>
      <div class="settings-text">
        <span class="entry-title" dir="auto">
          {name}
        </span>
        <span role={isActive(one) ? "status" : undefined}>
          <span class={`state state-${advice === undefined ? one.status : "failed"}`}>{state}</span>{" "}
          <span class="quiet">{countsOf(one)}</span>
        </span>
        {one.status === "running" ? <progress aria-label={name} /> : undefined}
        {one.error === "" ? undefined : <span class="problem">{one.error}</span>}
        {advice === undefined ? undefined : <span>{advice}</span>}
        <PartsOf one={one} />
      </div>
      <div class="settings-do">
        <span class="quiet small">
          <Time at={one.finished_at === "" ? one.received_at : one.finished_at} />
        </span>
        {isActive(one) ? (
          <ConfirmButton
            label={imports.stop}
            question={imports.stopQuestion(name)}
            lost={<p>{imports.stopLost}</p>}
            command={() => send("DELETE", `/v1/admin/imports/${one.id}`)}
            onDone={again}
          />
        ) : undefined}
      </div>
    </li>
  )
}

/** Imports with their progress while they run, and what each brought. */
export const ImportList = ({
  every = lookEvery,
  page = 1,
  title = imports.list,
}: {
  readonly page?: number
  readonly title?: string
  /** Milliseconds between two looks while files are read. */
  readonly every?: number
}) => {
  const path = pathOf(page)
  const read = useImports(page)
  const taken = useSignal(uploaded)
  const active = read.data?.data.some(isActive) ?? false
  const again = () => readAgain(path)
  useEffect(() => {
    if (taken > 0) again()
  }, [taken])
  usePolling(active, again, every)
  return (
    <section>
      <h2>{title}</h2>
      <Shown path={path} read={read} lines={5}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? <EmptyState title={imports.none} hint={imports.noneHint} /> : undefined}
            <ul class="lines">
              {data.map((one) => (
                <ImportLine key={one.id} one={one} again={again} />
              ))}
            </ul>
            <Pages pagination={pagination} />
          </>
        )}
      </Shown>
    </section>
  )
}
