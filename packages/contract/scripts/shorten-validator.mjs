import ts from "typescript";

const { factory } = ts;

/**
 * Rewrites a function of Ajv's on its syntax tree. Ajv keeps every error, and copies those so far at each return from a
 * schema: here `fail` adds an error, and `append` those of another function (src/collect-errors.ts). A call passes the path
 * alone, and of a schema there are only the values that an error names.
 * @param {string} code the function
 * @param {Map<string, object>} schemas the schemas, by the names that the code has for them
 */
export function shortenValidator(code, schemas) {
  const errors = new Map();
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    transformers: { before: [(context) => (file) => ts.visitEachChild(file, visit, context)] },
  });
  return outputText;

  function visit(node) {
    const { name, initializer } = ts.isVariableStatement(node) ? node.declarationList.declarations[0] : {};
    if (/^err\d+$/.test(name?.text)) {
      // const err0 = {instancePath, schemaPath: "Message/type", keyword: "type", params: {…}};
      errors.set(name.text, initializer.properties.map(visitMember));
      return undefined;
    }
    const pushed = pushedIn(node);
    if (pushed !== undefined) {
      const assigned = factory.createAssignment(collected, call("fail", errors.get(pushed.text)));
      return factory.createExpressionStatement(assigned);
    }
    if (isCallOf("concat", node)) return call("append", node.arguments);
    if (isCallOf("push", node)) throw unknown(node.getText());
    if (ts.isObjectLiteralExpression(node) && node.properties[1]?.name.text === "parentData") {
      return factory.createObjectLiteralExpression([visitChildren(node.properties[0])]);
    }
    const value = schemaValue(node);
    return value === undefined ? visitChildren(node) : listOf(value);
  }

  function visitMember({ name, initializer = name }) {
    return visit(initializer);
  }

  function visitChildren(node) {
    return ts.visitEachChild(node, visit, undefined);
  }

  /** The value of `schema16.properties.role.enum`. */
  function schemaValue(node) {
    if (ts.isIdentifier(node)) return schemas.get(node.text);
    if (!ts.isAccessExpression(node)) return undefined;
    return schemaValue(node.expression)?.[(node.name ?? node.argumentExpression).text];
  }
}

const collected = factory.createIdentifier("vErrors");
const isCollected = (node) => node?.text === collected.text;

/** The error in `if (vErrors === null) { vErrors = [err0]; } else { vErrors.push(err0); }`. */
function pushedIn({ expression, elseStatement }) {
  const push = isCollected(expression?.left) ? elseStatement?.statements?.[0]?.expression : undefined;
  return push !== undefined && isCallOf("push", push) ? push.arguments[0] : undefined;
}

const isCallOf = (method, node) =>
  ts.isCallExpression(node) && isCollected(node.expression.expression) && node.expression.name.text === method;

const call = (name, values) =>
  factory.createCallExpression(factory.createIdentifier(name), undefined, [collected, ...values]);

function listOf(values) {
  if (!Array.isArray(values) || values.some((value) => typeof value !== "string"))
    throw unknown(JSON.stringify(values));
  return factory.createArrayLiteralExpression(values.map((value) => factory.createStringLiteral(value)));
}

const unknown = (code) => new Error(`Ajv writes in a way that shorten-validator.mjs does not know: ${code}`);
