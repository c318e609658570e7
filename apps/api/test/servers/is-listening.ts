import { once } from 'node:events'
import { connect } from 'node:net'

/** Whether a server on this machine accepts connections; undefined if not, for `until`. */
export async function isListening(port: number): Promise<true | undefined> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}
