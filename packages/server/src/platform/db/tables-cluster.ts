export interface ClusterTables {
  /** The servers that use this database, with the time of their last heartbeat. */
  servers: { id: string; beat_at: number }
}
