import type { Answer } from "../../data/responses.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { artOf } from "../../parts/lists/tile.tsx"

const { attending } = messages

type Whole = Answer<"attending", "event">

const linkTo = (type: string, { id, name }: { readonly id: number; readonly name: string }) => (
  <a href={itemPath("attending", { type, id }).slice(1)}>{name}</a>
)

/** The crest that is drawn for a team. */
export const Crest = ({ name }: { readonly name: string }) => (
  <img class="crest" src={artOf("cover", name, name)} alt="" loading="lazy" decoding="async" />
)

/** The two teams with their scores, the guests first; the winner's is in bold. */
export const Score = ({
  event: { away_team: away, game_number: game, home_team: home },
}: {
  readonly event: Whole
}) => {
  if (away === undefined || home === undefined) return undefined
  // An upcoming game has none.
  if (away.score === undefined && home.score === undefined) return undefined
  const most = Math.max(away.score ?? 0, home.score ?? 0)
  return (
    <section class="card">
      <h2>{attending.score}</h2>
      <table class="score">
        <tbody>
          {[away, home].map((team) => (
            <tr key={team.id} class={team.score === most ? "score-won" : ""}>
              <th scope="row">
                <Crest name={team.name} />
                {linkTo("team", team)}
              </th>
              <td>{team.score ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {game > 1 ? <p class="quiet small">{attending.gameNumber(game)}</p> : undefined}
    </section>
  )
}

/** The players who appeared, by team. */
export const Players = ({
  event: { away_team: away, home_team: home, players },
}: {
  readonly event: Whole
}) =>
  players.length === 0 ? undefined : (
    <div class="halves">
      {[away, home].map((team) =>
        team === undefined ? undefined : (
          <section key={team.id} class="card">
            <h2>{team.name}</h2>
            <ul class="players">
              {players
                .filter(({ team_id: id }) => id === team.id)
                .map((player) => (
                  <li key={player.id}>
                    <span class="quiet">{player.jersey}</span> {linkTo("player", player)}
                  </li>
                ))}
            </ul>
          </section>
        ),
      )}
    </div>
  )
