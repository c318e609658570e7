import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/testing/render-app.tsx'
import { stubGateway } from '#lib/testing/gateway-stub.ts'

/** Lets the files go over the sheet with that name. */
function drop(sheet: string, ...names: string[]) {
  const files = names.map((name) => new File(['solid'], name))
  fireEvent.drop(screen.getByRole('region', { name: sheet }), { dataTransfer: { files } })
}

describe('the drop sheet (spec 8)', () => {
  it.each([
    ['en', 'Drop your 3D files here', /^Unsupported file type: part\.obj\./],
    ['fr', 'Déposez vos fichiers 3D ici', /^Type de fichier non pris en charge\s: part\.obj\./],
  ] as const)('refuses in %s a file that is no STL or STEP, by its name', async (language, sheet, words) => {
    stubGateway({})
    await renderApp('/quote', { language })
    drop(sheet, 'part.obj')
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('names the one among several that it cannot take', async () => {
    stubGateway({})
    await renderApp('/quote')
    drop('Drop your 3D files here', 'a.stl', 'notes.txt', 'b.step')
    expect(await screen.findByText(/^Unsupported file type: notes\.txt\./)).toBeTruthy()
  })

  it.each(['part.stl', 'PART.STEP', 'part.stp'])('takes %s, and sends nothing', async (name) => {
    const gateway = stubGateway({})
    await renderApp('/quote')
    drop('Drop your 3D files here', name)
    expect(await screen.findByText('Instant analysis opens soon')).toBeTruthy()
    expect(screen.queryByText(/Unsupported file type/)).toBeNull()
    expect(gateway.calls.filter(({ key }) => !key.startsWith('GET '))).toEqual([])
  })
})
