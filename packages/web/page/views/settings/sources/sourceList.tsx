import { useEffect } from "preact/hooks"
import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useRead } from "../../../data/useRead.ts"
import { dayOf, fullDay } from "../../../format.ts"
import { messages } from "../../../messages.ts"
import { ConfirmButton } from "../../../parts/notices/confirmButton.tsx"
import { Shown } from "../../../parts/notices/states.tsx"
import { Time } from "../../../parts/periods/time.tsx"
import { guessFrom } from "../guess.ts"
import { useImports } from "../files/importList.tsx"
import { ServiceSettings } from "./serviceSettings.tsx"
import { type Source, SourceIcon, SourceMarks, SourceTiles } from "./sourceTiles.tsx"
import { settingsPath } from "../stored.tsx"
import { troubleIn } from "./trouble.ts"
import { TestLink } from "./testLink.tsx"

const { setUp } = messages
const { sources } = messages.settings

export const sourcesPath = "/v1/admin/sources?limit=100"

/** The services, read again when the owner comes back to this tab: an account can be linked in another one. */
export const useSources = () => {
  const read = useRead<Answer<"sources", "list">>(sourcesPath)
  useEffect(() => {
    const again = () => document.visibilityState === "visible" && readAgain(sourcesPath)
    document.addEventListener("visibilitychange", again)
    window.addEventListener("focus", again)
    return () => {
      document.removeEventListener("visibilitychange", again)
      window.removeEventListener("focus", again)
    }
  }, [])
  return read
}

/**
 * States that an account was linked, where the server sent the owner back to this view with its service in the address.
 */
export const LinkedNotice = ({ query }: { readonly query: URLSearchParams }) => {
  const { data } = useRead<Answer<"sources", "list">>(sourcesPath)
  const one = data?.data.find(({ id, linked_at: at }) => id === query.get("linked") && at !== "")
  return (
    <div role="status">
      {one === undefined ? undefined : <p class="banner">{sources.justLinked(one.title, one.linked_as)}</p>}
    </div>
  )
}

/** The identity provider, whose link has its own test. */
const provider = "google"

export const isAsked = ({ set_by: by }: Source) => by !== ""

const isInTrouble = (one: Source) =>
  isAsked(one) && (one.to_do !== "" || one.last_trouble_at > one.last_success_at)

const stateOf = (one: Source) =>
  !isAsked(one) ? "off" : isInTrouble(one) ? "trouble" : one.last_success_at === "" ? "idle" : "working"

/** Where a service sends the owner back to, once its account is linked. */
type View = "setup" | "sources"

/** The address that links a service's account. */
export const linkPath = ({ link }: Source, view: View) => `${link.slice(1)}?back=${view}`

/** How a service is set, until when, and when it last responded. */
const Standing = ({ one }: { readonly one: Source }) => {
  const settings = useRead<Answer<"settings", "list">>(settingsPath).data?.data
  // A service that describes items is called unless it needs a key.
  const isKeyless =
    one.describes && settings?.some(({ group, value }) => group === one.id && value !== "") === false
  return (
    <span class="quiet small">
      {one.set_by === "link"
        ? one.linked_as === ""
          ? sources.linked
          : sources.linkedAs(one.linked_as)
        : isKeyless
          ? sources.keyless
          : sources.bySettings}
      {one.until === "" ? undefined : ` · ${sources.until} ${fullDay(dayOf(one.until))}`}
      {one.last_success_at === "" ? undefined : (
        <>
          {` · ${sources.lastAnswer} `}
          <Time at={one.last_success_at} />
        </>
      )}
      {isInTrouble(one) && one.last_trouble_at !== "" ? (
        <>
          {` · ${sources.lastTrouble} `}
          <Time at={one.last_trouble_at} />
        </>
      ) : undefined}
    </span>
  )
}

/** A service: its state, what it takes, and what can be done. */
export const SourceLine = ({
  isGuess = false,
  one,
  view,
}: {
  readonly one: Source
  readonly view: View
  /** True if one of the owner's files comes from the service. */
  readonly isGuess?: boolean
}) => {
  const state = stateOf(one)
  const canLink = one.link !== "" && one.set_by !== "settings"
  // The settings that it needs are under the line.
  const toDo = state === "off" ? "" : one.to_do
  return (
    <li>
      <SourceIcon one={one} />
      <div class="settings-text">
        <span class="entry-title" dir="auto">
          {one.title}
        </span>
        <SourceMarks one={one} />
        {state === "off" ? undefined : <span class={`state state-${state} small`}>{sources[state]}</span>}
        {isGuess && !isAsked(one) ? <span class="small">{setUp.inYourFiles}</span> : undefined}
        {isAsked(one) ? <Standing one={one} /> : undefined}
        {state === "trouble" && one.last_trouble !== "" && one.last_trouble !== toDo ? (
          <span class="problem">{troubleIn(one.last_trouble)}</span>
        ) : undefined}
        {toDo === "" ? undefined : (
          <span class={state === "trouble" ? "problem" : "quiet"}>{troubleIn(toDo)}</span>
        )}
        {sources.free[one.id] === undefined ? undefined : (
          <span class="quiet small">{sources.free[one.id]}</span>
        )}
        <ServiceSettings id={one.id} title={one.title} />
        {one.id === provider && isAsked(one) ? <TestLink title={one.title} again={sourcesPath} /> : undefined}
      </div>
      <div class="settings-do">
        {canLink ? (
          <a
            class="button"
            href={linkPath(one, view)}
            aria-label={isAsked(one) ? sources.linkAgain(one.title) : sources.link(one.title)}
          >
            {isAsked(one) ? sources.again : sources.linkIt}
          </a>
        ) : undefined}
        {one.linked_at === "" ? undefined : (
          <ConfirmButton
            label={sources.unlink}
            question={sources.unlinkQuestion(one.title)}
            lost={<p>{sources.unlinkLost}</p>}
            command={() => send("DELETE", `/link/${one.id}`)}
            onDone={() => readAgain(sourcesPath)}
          />
        )}
      </div>
    </li>
  )
}

const order = { trouble: 0, working: 1, idle: 1, off: 2 } as const

/** The services that are called, and those that can be linked; first those whose files were imported. */
export const LinkableList = () => {
  const read = useSources()
  const imports = useImports()
  return (
    <Shown path={sourcesPath} read={read} lines={3}>
      {({ data }) => {
        const guessed = guessFrom(imports.data?.data ?? [], data)
        const others = data.filter(
          (one) => !guessed.includes(one) && (one.link !== "" || (isAsked(one) && !one.describes)),
        )
        const ones = [...guessed, ...others]
        return (
          <>
            {ones.length === 0 ? (
              <>
                <p class="quiet">
                  {setUp.noAccounts} {setUp.noAccountsHint}
                </p>
                <SourceTiles ones={data} />
              </>
            ) : undefined}
            <ul class="lines">
              {ones.map((one) => (
                <SourceLine key={one.id} one={one} view="setup" isGuess={guessed.includes(one)} />
              ))}
            </ul>
            <a class="more" href="settings/sources">
              {setUp.allServices}
            </a>
          </>
        )
      }}
    </Shown>
  )
}

/** The services: failing ones first, then the called ones, those that can be linked, and those that need settings. */
export const SourceList = () => {
  const read = useSources()
  return (
    <Shown path={sourcesPath} read={read} lines={8}>
      {({ data }) => {
        const rank = (one: Source) => order[stateOf(one)] * 2 + Number(one.link === "")
        const sorted = [...data].sort(
          (one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title),
        )
        const groups = [
          [sources.asked, sorted.filter(isAsked)],
          [sources.others, sorted.filter((one) => !isAsked(one))],
        ] as const
        return (
          <>
            {groups.map(([title, ones]) =>
              ones.length === 0 ? undefined : (
                <section key={title}>
                  <h2>{title}</h2>
                  {title === sources.others ? (
                    <p class="quiet small">{ones.some(({ link }) => link !== "") ? sources.linkHint : ""}</p>
                  ) : undefined}
                  <ul class="lines">
                    {ones.map((one) => (
                      <SourceLine key={one.id} one={one} view="sources" />
                    ))}
                  </ul>
                </section>
              ),
            )}
          </>
        )
      }}
    </Shown>
  )
}
