import { expect, it } from 'vitest'
import { createTerminal } from './terminal.ts'

function output(isTTY: boolean, columns = 20) {
  const written: string[] = []
  return { isTTY, columns, written, write: (text: string) => written.push(text) }
}

it('progress replaces itself in one row of the terminal and leaves nothing behind', () => {
  const stdout = output(true)
  const stderr = output(true)
  const terminal = createTerminal(stdout, stderr)

  terminal.progress('File 1 of 2: a-very-long-name.stl')
  terminal.progress('')
  terminal.out('result')

  expect(stderr.written).toEqual(['\r\x1b[2KFile 1 of 2: a-very', '\r\x1b[2K'])
  expect(stdout.written).toEqual(['result\n'])
})

it('progress is not written into a file or a pipe', () => {
  const stderr = output(false)
  const terminal = createTerminal(output(true), stderr)
  terminal.progress('File 1 of 2: a.stl')
  terminal.err('refused')
  expect(stderr.written).toEqual(['refused\n'])
})
