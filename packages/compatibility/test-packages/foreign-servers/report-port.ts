// The gateway does not print its port if it chooses one. Preloaded into its process, this sends the port to the test.
import { type AddressInfo, Server } from "node:net";

const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...given: unknown[]) {
  this.once("listening", () => process.send?.((this.address() as AddressInfo).port));
  return Reflect.apply(listen, this, given);
} as typeof listen;
