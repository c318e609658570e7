// @vitest-environment node
import { expect, it } from 'vitest'
import { drawingKind, isShownHere } from './drawing-kind.ts'

const kindOf = (...bytes: (number | string)[]) =>
  drawingKind(new Blob(bytes.map((part) => (typeof part === 'string' ? part : new Uint8Array([part])))))

it('shows drawings and pictures, and leaves models and other files to their programs', () => {
  expect(['plan.pdf', 'PLAN.PDF', 'a.b.png', 'photo.JPG', 'photo.jpeg', 'x.webp'].every(isShownHere)).toBe(true)
  expect(['part.step', 'part.dxf', 'pdf', 'plan.pdf.zip', ''].some(isShownHere)).toBe(false)
})

it('knows a file by its first bytes, not by its name', async () => {
  expect(await kindOf('%PDF-1.7')).toBe('pdf')
  expect(await kindOf('\n'.repeat(900), '%PDF-1.4')).toBe('pdf')
  expect(await kindOf(0x89, 'PNG\r\n', 0x1a, '\n')).toBe('picture')
  expect(await kindOf(0xff, 0xd8, 0xff, 'JFIF')).toBe('picture')
  expect(await kindOf('RIFF', 1, 0, 0, 0, 'WEBPVP8 ')).toBe('picture')
  expect(await kindOf('RIFF', 1, 0, 0, 0, 'WAVEfmt ')).toBeUndefined()
  expect(await kindOf('<svg onload="alert(1)">')).toBeUndefined()
  expect(await kindOf()).toBeUndefined()
})
