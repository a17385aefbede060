import ipaddr from "ipaddr.js"
import { lookup } from "node:dns"
import { isIP, type LookupFunction } from "node:net"

// All IPv6 that IANA has given out to the open Internet; what lies outside can still hold an IPv4 address.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Whether an IP address is one of the open Internet: in no block that IANA keeps for something else (private, loopback,
 * link-local, shared by carriers, multicast, tunnels to any of these, …). An IPv4 address that is written as IPv6 counts
 * as what it is.
 */
const isPublic = (text: string): boolean => {
  const address = ipaddr.process(text)
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))
}

/** Whether a host of a URL may be asked for its address: any name may, and an address that is public. */
export const mayBePublic = (hostname: string): boolean => {
  const address = hostname.replace(/^\[|\]$/g, "")
  return isIP(address) === 0 || isPublic(address)
}

/**
 * Looks a name up for a connection, and knows its public addresses only. Since the connection is made to what this
 * gives, a name cannot be one address when it is checked and another one when it is asked.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, [])
    const open = found.filter(({ address }) => isPublic(address))
    const [first] = open
    if (first === undefined) {
      return callback(Object.assign(new Error("not a public address"), { code: "PRIVATE_ADDRESS" }), [])
    }
    return options.all === true ? callback(null, open) : callback(null, first.address, first.family)
  })
}
