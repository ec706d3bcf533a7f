/** The official client. The build puts it into one file: loaded as 500 files, it would make the start 60 ms longer. */
export { createClient, createCluster } from "@redis/client";
