import type { Adapter, AdapterPayload } from 'oidc-provider'

/** One store per server: the library's default shares codes and sessions within a process. */
export function createOidcStorage(): (model: string) => Adapter {
  const rows = new Map<string, AdapterPayload>()

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    const findBy = async (column: 'uid' | 'userCode', value: string) =>
      [...rows].find(([key, row]) => key.startsWith(`${model}:`) && row[column] === value)?.[1]

    return {
      upsert: async (id, payload) => void rows.set(keyOf(id), payload),
      find: async (id) => rows.get(keyOf(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      destroy: async (id) => void rows.delete(keyOf(id)),
      async consume(id) {
        const row = rows.get(keyOf(id))
        if (row) rows.set(keyOf(id), { ...row, consumed: Math.floor(Date.now() / 1000) })
      },
      async revokeByGrantId(grantId) {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
      },
    }
  }
}
