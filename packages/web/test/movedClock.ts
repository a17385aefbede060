// Comes first in a server (`--import`): its clock goes a minute ahead at each SIGUSR2, and with it the window of every limit.
const { hrtime } = process
const read = hrtime.bigint.bind(hrtime)
let ahead = 0n

hrtime.bigint = () => read() + ahead
process.on("SIGUSR2", () => (ahead += 60_000_000_000n))
