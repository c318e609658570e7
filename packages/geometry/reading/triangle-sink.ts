/** Receives the triangles of STL readers, in file units, anticlockwise seen from outside. */
export interface TriangleSink {
  /**
   * Adds `records` consecutive 50-byte binary STL records from `firstByte` on. The bytes may be
   * overwritten after the call. The sink must refuse values that are not finite.
   */
  addRecords(bytes: Uint8Array, firstByte: number, records: number): void
  /** Adds one triangle with finite coordinates that are already rounded to 32 bits. */
  addTriangle(
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    cx: number,
    cy: number,
    cz: number,
  ): void
}
