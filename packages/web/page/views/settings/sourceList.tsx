import { useEffect } from "preact/hooks"
import type { Answer } from "../../data/answers.ts"
import { readAgain } from "../../data/remembered.ts"
import { send } from "../../data/send.ts"
import { useRead } from "../../data/useRead.ts"
import { fullDay } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Ask } from "../../parts/ask.tsx"
import { Empty, Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"

const { setUp } = messages
const { sources } = messages.settings

type Source = Answer<"sources", "list">["data"][number]

/** Services that describe what others bring: they are asked by the way, and by no sync. */
export const describing = ["embeddings", "espn", "itunes", "mlb", "tmdb"]

export const sourcesPath = "/v1/admin/sources?limit=100"

/** The services, read again when the person comes back: an account is linked in another tab. */
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

const isAsked = ({ set_by: by }: Source) => by !== ""

const isInTrouble = (one: Source) =>
  isAsked(one) && (one.to_do !== "" || one.last_trouble_at > one.last_success_at)

const stateOf = (one: Source) =>
  !isAsked(one) ? "off" : isInTrouble(one) ? "trouble" : one.last_success_at === "" ? "idle" : "working"

const SourceLine = ({ one }: { readonly one: Source }) => {
  const state = stateOf(one)
  const canLink = one.link !== "" && one.set_by !== "settings"
  const toDo = state === "off" && canLink ? "" : one.to_do
  return (
    <li>
      <div class="settings-text">
        <span class="entry-title">{one.title}</span>
        <span>
          <span class={`state state-${state}`}>{sources[state]}</span>
          {one.domains.map((domain) => (
            <span key={domain} class={`mark hue-${domain}`}>
              {" "}
              {messages.domain(domain)}
            </span>
          ))}
        </span>
        {isAsked(one) ? (
          <span class="quiet small">
            {one.set_by === "link"
              ? one.linked_as === ""
                ? sources.linked
                : sources.linkedAs(one.linked_as)
              : sources.bySettings}
            {one.until === "" ? undefined : ` · ${sources.until} ${fullDay(one.until.slice(0, 10))}`}
            {one.last_success_at === "" ? undefined : (
              <>
                {` · ${sources.lastAnswer} `}
                <Time at={one.last_success_at} />
              </>
            )}
            {state !== "trouble" || one.last_trouble_at === "" ? undefined : (
              <>
                {` · ${sources.lastTrouble} `}
                <Time at={one.last_trouble_at} />
              </>
            )}
          </span>
        ) : undefined}
        {state === "trouble" && one.last_trouble !== "" && one.last_trouble !== toDo ? (
          <span class="problem">{one.last_trouble}</span>
        ) : undefined}
        {toDo === "" ? undefined : <span class={state === "trouble" ? "problem" : "quiet"}>{toDo}</span>}
      </div>
      <div class="settings-do">
        {canLink ? (
          <a
            class="button"
            href={one.link.slice(1)}
            target="_blank"
            rel="noopener"
            aria-label={isAsked(one) ? sources.linkAgain(one.title) : sources.link(one.title)}
          >
            {isAsked(one) ? sources.again : sources.linkIt}
          </a>
        ) : undefined}
        {one.linked_at === "" ? undefined : (
          <Ask
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

/** The services that are asked, and those that can be linked. */
export const LinkableList = () => {
  const read = useSources()
  return (
    <Shown path={sourcesPath} read={read} lines={3}>
      {({ data }) => {
        const ones = data.filter((one) => one.link !== "" || (isAsked(one) && !describing.includes(one.id)))
        return (
          <>
            {ones.length === 0 ? <Empty title={setUp.noAccounts} hint={setUp.noAccountsHint} /> : undefined}
            <ul class="lines">
              {ones.map((one) => (
                <SourceLine key={one.id} one={one} />
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

/** The services: those in trouble first, then those that are asked, those that can be linked, and those that need settings. */
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
                    <p class="quiet small">
                      {ones.some(({ link }) => link !== "") ? `${sources.linkHint} ` : ""}
                      {sources.setHint}
                    </p>
                  ) : undefined}
                  <ul class="lines">
                    {ones.map((one) => (
                      <SourceLine key={one.id} one={one} />
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
