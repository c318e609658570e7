export interface Fields {
  [name: string]: string | Fields
}

const deepest = 6

/**
 * "line_items[0][quantity]=1&mode=payment" as nested fields. Objects without a prototype: a field of any name is a field and nothing
 * else.
 */
export function parseForm(text: string): Fields {
  const root: Fields = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\]?\[|\]$/).filter((part, index, all) => part !== '' || index < all.length - 1)
    if (path.length <= deepest) put(root, path, value)
  }
  return root
}

function put(fields: Fields, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    fields[name] = value
    return
  }

  const kept = fields[name]
  const inner: Fields = typeof kept === 'object' ? kept : Object.create(null)
  fields[name] = inner
  put(inner, rest, value)
}

/** What the caller wants as objects in place of ids: `expand[]=a.b` or `expand[0]=a.b`. */
export function expansions(fields: Fields): Set<string> {
  const expand = fields.expand
  if (typeof expand !== 'object') return new Set()
  const asked = Object.values(expand).filter((path) => typeof path === 'string')
  return new Set(asked.flatMap((path) => path.split('.').map((_, end, all) => all.slice(0, end + 1).join('.'))))
}
