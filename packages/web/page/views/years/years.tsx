import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { number } from "../../format.ts"
import { domains } from "../../items.ts"
import { messages } from "../../messages.ts"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Title } from "../../parts/title.tsx"
import { ShareNow } from "./share.tsx"

type Years = Answer<"journal", "years">

const path = "/v1/years"

/** Every year that has entries, and how much of each domain is in it. */
const YearsView = () => {
  const years = useRead<Years>(path)
  return (
    <>
      <Title title={messages.frame.years}>
        <ShareNow />
      </Title>
      <Shown path={path} read={years} lines={6}>
        {({ data }) => {
          const most = Math.max(1, ...data.map(({ total }) => total))
          return data.length === 0 ? (
            <NothingYet />
          ) : (
            <ul class="years">
              {data.map(({ by_domain: counts, total, year }) => (
                <li key={year}>
                  <a href={`years/${year}/story`}>
                    <span class="years-name">{year}</span>
                    <span class="parts" style={{ width: `${(100 * total) / most}%` }} aria-hidden="true">
                      {domains.map((domain) => (
                        <i
                          key={domain}
                          class={`hue-${domain}`}
                          style={{ flexGrow: String(counts[domain] ?? 0) }}
                        />
                      ))}
                    </span>
                    <span class="quiet small">{number(total)}</span>
                  </a>
                </li>
              ))}
            </ul>
          )
        }}
      </Shown>
    </>
  )
}

export default YearsView
