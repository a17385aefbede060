import "./year.css"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { number } from "../../format.ts"
import { domains } from "../../items.ts"
import { messages } from "../../messages.ts"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Title } from "../../parts/title.tsx"
import { YearCover } from "./cover.tsx"
import { ShareNow } from "./share.tsx"

type Years = Answer<"journal", "years">
type Year = Years["data"][number]

const { frame, story } = messages

const path = "/v1/years"

/** How much of a year each domain is, drawn by shares. */
const Parts = ({ counts }: { readonly counts: Year["by_domain"] }) => (
  <span class="parts" aria-hidden="true">
    {domains.map((domain) => (
      <i key={domain} class={`hue-${domain}`} style={{ flexGrow: String(counts[domain] ?? 0) }} />
    ))}
  </span>
)

/** The newest year: its cover, what is in it, and the ways into it. */
const Newest = ({ one: { by_domain: counts, total, year } }: { readonly one: Year }) => (
  <div class="year-newest">
    <YearCover year={String(year)} isWide />
    <section class="card">
      <h2>{messages.entries(total)}</h2>
      <Parts counts={counts} />
      <ul class="year-sums">
        {domains
          .filter((domain) => (counts[domain] ?? 0) > 0)
          .map((domain) => (
            <li key={domain} class={`hue-${domain}`}>
              <strong>{number(counts[domain] ?? 0)}</strong>
              <span class="kicker">
                <span class="dot" aria-hidden="true" />
                {messages.domain(domain)}
              </span>
            </li>
          ))}
      </ul>
      <p class="actions">
        <a class="button button-main" href={`years/${year}/story`}>
          {story.play}
        </a>
        <a class="button" href={`years/${year}`}>
          {story.asPage}
        </a>
      </p>
    </section>
  </div>
)

/** Every year that has entries: the newest one, then the covers of those before. */
const YearsView = () => {
  const years = useRead<Years>(path)
  return (
    <>
      <Title title={frame.years}>
        <ShareNow />
      </Title>
      <Shown path={path} read={years} lines={6}>
        {({ data: [newest, ...others] }) =>
          newest === undefined ? (
            <NothingYet />
          ) : (
            <>
              <Newest one={newest} />
              <ul class="years">
                {others.map(({ by_domain: counts, total, year }) => (
                  <li key={year}>
                    <YearCover year={String(year)} />
                    <Parts counts={counts} />
                    <span class="quiet small">{messages.entries(total)}</span>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Shown>
    </>
  )
}

export default YearsView
