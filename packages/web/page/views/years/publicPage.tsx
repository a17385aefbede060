import { useRef, useState } from "preact/hooks"
import { readAgain } from "../../data/cache.ts"
import type { Answer } from "../../data/responses.ts"
import { send } from "../../data/send.ts"
import { useCommand } from "../../data/useCommand.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, fullDay, units } from "../../format.ts"
import { messages } from "../../messages.ts"
import { CommandError } from "../../parts/notices/commandError.tsx"
import { Shown } from "../../parts/notices/states.tsx"

const { sharing } = messages

type Shares = Answer<"shares", "list">
type Made = Answer<"shares", "create">

const list = "/v1/admin/shares?limit=100"

/** The subject of a public page: its path, and its name in the list of shares. */
export interface PageToShare {
  readonly path: string
  readonly name: string
  readonly hint: string
  /** True for a page that may show what is happening now, besides. */
  readonly mayShowNow: boolean
}

const addressOf = (path: string, now: boolean, index: boolean): string => {
  const query = new URLSearchParams({
    ...(index ? { index: "true" } : {}),
    ...(now ? { now: "true" } : {}),
    ...(units === "mi" ? { units } : {}),
  }).toString()
  return `${path}${query === "" ? "" : `?${query}`}`
}

const MadePage = ({ url }: Made) => {
  const link = useRef<HTMLAnchorElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (link.current !== null) getSelection()?.selectAllChildren(link.current)
    // Over plain HTTP a browser has no clipboard: the link is selected, for the keyboard's copy.
    await navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <div class="made-page">
      <p>{sharing.made}</p>
      <p>
        <a ref={link} href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
      </p>
      <p class="actions">
        <button type="button" class="button button-main" onClick={() => void copy()}>
          {copied ? messages.settings.copied : sharing.copy}
        </button>
      </p>
    </div>
  )
}

const Option = ({
  label,
  onChange,
  value,
}: {
  readonly label: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}) => (
  <label class="check">
    <input
      type="checkbox"
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />{" "}
    {label}
  </label>
)

/** Makes a public page, and ends it: each is one click in the dialog. */
export const PublicPage = ({ hint, mayShowNow, name, path }: PageToShare) => {
  const read = useRead<Shares>(list)
  const [made, setMade] = useState<Made>()
  const [ended, setEnded] = useState(false)
  const [now, setNow] = useState(false)
  const [index, setIndex] = useState(false)
  const { failure, run, working } = useCommand()
  const make = async () => {
    const address = addressOf(path, now, index)
    const sent = await run(() => send<Made>("POST", "/v1/admin/shares", { address, name }))
    if (sent?.data === undefined) return
    setMade(sent.data)
    setEnded(false)
    readAgain(list)
  }
  const end = async (share: number) => {
    const sent = await run(() => send("DELETE", `/v1/admin/shares/${share}`))
    if (sent === undefined || sent.failure !== undefined) return
    setMade(undefined)
    setEnded(true)
    readAgain(list)
  }
  return (
    <section>
      <h3>{sharing.page}</h3>
      <p class="quiet">{hint}</p>
      <div role="status">
        {made === undefined ? undefined : <MadePage {...made} />}
        {ended ? <p>{sharing.ended}</p> : undefined}
      </div>
      <CommandError failure={failure} />
      <Shown path={list} read={read} lines={1}>
        {({ data }) => {
          const shared = data.filter(({ address }) => address.split("?")[0] === path)
          return shared.length === 0 ? (
            <>
              {mayShowNow ? <Option label={sharing.now} value={now} onChange={setNow} /> : undefined}
              <Option label={sharing.index} value={index} onChange={setIndex} />
              <p class="actions">
                <button
                  type="button"
                  class="button button-main"
                  disabled={working}
                  onClick={() => void make()}
                >
                  {sharing.make}
                </button>
              </p>
            </>
          ) : (
            shared.map((one) => (
              <p key={one.id} class="actions">
                <span>{sharing.isPublic(fullDay(dayOf(one.created_at)))}</span>
                <button
                  type="button"
                  class="button button-danger"
                  disabled={working}
                  onClick={() => void end(one.id)}
                >
                  {sharing.end}
                </button>
              </p>
            ))
          )
        }}
      </Shown>
    </section>
  )
}
