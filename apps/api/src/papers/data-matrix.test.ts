import { expect, it } from 'vitest'
import { dataMatrix } from './data-matrix.ts'

const drawn = (text: string) => dataMatrix(text).map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))

// Both pictures are those that bwip-js 4.11.4 draws.
it('draws the code of a traveller in 12 modules', () => {
  expect(drawn('F100001')).toEqual([
    '#.#.#.#.#.#.',
    '##..#.....##',
    '#..##..##...',
    '##.....#.###',
    '#.##..#####.',
    '###......###',
    '#.####.#.#..',
    '#.#..#..#.##',
    '###.###.###.',
    '##...#..##.#',
    '#...#.#.#.#.',
    '############',
  ])
})

it('draws a longer code in 14 modules', () => {
  expect(drawn('F123456789012')).toEqual([
    '#.#.#.#.#.#.#.',
    '##.#..###.#..#',
    '#..###.#.##...',
    '###..#..##...#',
    '#.##...###..#.',
    '##.####.##.#.#',
    '#.#..##....#..',
    '#.###.#..#..##',
    '##.##.#.###...',
    '##..#..#...###',
    '###.#..#.####.',
    '####...#..##.#',
    '##....##..#.#.',
    '##############',
  ])
})

it('refuses what does not fit, and what is no ASCII', () => {
  expect(() => dataMatrix('F12345678901234567')).toThrow(RangeError)
  expect(() => dataMatrix('é')).toThrow(RangeError)
})
