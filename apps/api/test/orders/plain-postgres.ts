import pg from 'pg'

/** Connections without the product's code, for comparisons. */
export function plainPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  // The next statement on a connection that the server has closed fails anyway.
  pool.on('error', () => undefined)
  return pool
}

/** Runs statements on one plain connection. */
export async function withPlainClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

export type PlainClient = pg.Client
