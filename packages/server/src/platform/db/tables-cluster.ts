export interface ClusterTables {
  /** The servers that use this database, and when each last said that it is there. */
  servers: { id: string; beat_at: number }
}
