import ipaddr from "ipaddr.js"
import { lookup } from "node:dns"
import { isIP, type LookupFunction } from "node:net"

// The IPv6 block from which IANA allots public addresses; an address outside it can still contain an IPv4 address.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * True for an IP address of the open Internet: one in no block that IANA reserves (private, loopback, link-local,
 * shared by carriers, multicast, tunnels to any of these, …). An IPv4 address written as IPv6 counts as IPv4.
 */
const isPublic = (text: string): boolean => {
  const address = ipaddr.process(text)
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))
}

/** True for a URL's host that may be looked up: any name, and a public address. */
export const mayBePublic = (hostname: string): boolean => {
  const address = hostname.replace(/^\[|\]$/g, "")
  return isIP(address) === 0 || isPublic(address)
}

/**
 * Looks up a name for a connection, and gives its public addresses only. The connection goes to the very address that
 * was checked, so a name cannot change its address in between.
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
