import type { Answer } from "../../data/responses.ts"
import { messages } from "../../messages.ts"

type Season = Answer<"attending", "player">["seasons"][number]

const { attending } = messages

/** The abbreviations of box scores, which are the same in every language. */
const shorts: Readonly<Record<string, string>> = {
  at_bats: "AB",
  runs: "R",
  hits: "H",
  doubles: "2B",
  triples: "3B",
  home_runs: "HR",
  rbi: "RBI",
  base_on_balls: "BB",
  strike_outs: "SO",
  stolen_bases: "SB",
  earned_runs: "ER",
  wins: "W",
  losses: "L",
  saves: "SV",
  put_outs: "PO",
  assists: "A",
  errors: "E",
}

/** Innings are counted in thirds: 5.1 is five and a third. */
const innings = (outs: number) => `${Math.floor(outs / 3)}.${outs % 3} IP`

const lineOf = (numbers: Season["batting"]) =>
  Object.entries(numbers)
    .filter(([, value]) => value > 0)
    .map(([name, value]) => (name === "outs" ? innings(value) : `${value} ${shorts[name] ?? name}`))
    .join(" · ")

/** A player's attended games by season, with the sums of the box scores. */
export const PlayerSeasons = ({ seasons }: { readonly seasons: ReadonlyArray<Season> }) =>
  seasons.length === 0 ? undefined : (
    <section>
      <h2>{attending.bySeason}</h2>
      <ul class="lines">
        {seasons.map((one) => (
          <li key={`${one.league} ${one.season}`}>
            <span class="settings-text">
              <span class="entry-title">
                {one.league.toUpperCase()} {one.season}
              </span>
              {(["batting", "pitching", "fielding"] as const).map((group) => {
                const line = lineOf(one[group])
                return line === "" ? undefined : (
                  <span key={group} class="quiet small">
                    {attending.numbers[group]}: {line}
                  </span>
                )
              })}
            </span>
            <span class="mark">{attending.gamesOf(one.games)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
